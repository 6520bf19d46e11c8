import { existsSync } from "node:fs";
import { join } from "node:path";
import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { HubRunsError, type RunningHub, type StartOptions, startHub } from "@yourcall/hub";
import { readHubFile, readIdentity } from "@yourcall/hub/internal";
import type { PostgresStoreOptions } from "@yourcall/hub/postgres";
import { readWebFiles } from "@yourcall/web";
import { serve } from "../commands/serve.ts";
import { deskRoutes } from "../desk/desk-routes.ts";
import { createHostWatcher, type HostWatcher } from "../hosts/watch-hosts.ts";
import { mcpRoutes } from "../mcp/mcp-routes.ts";
import { deviceRoutes } from "../notify/device-routes.ts";
import { createLiveNotifier, type LiveNotifier } from "../notify/live-notifier.ts";
import { toDuration } from "../parse-duration.ts";
import { warn } from "../print.ts";
import { exitCodes, runCommand, UsageError } from "../run-command.ts";
import { createHubLog } from "./hub-log.ts";
import { hidePassword, removeWantedHub, toAbsoluteStore, writeWantedHub } from "./hub-process.ts";
import {
  configFile,
  readConfig,
  toCallbacks,
  toCodexHomes,
  toFileStamp,
  toHubSettings,
  watchConfig,
} from "./read-config.ts";
import { makeStateDirectory } from "./state-directory.ts";
import { isDatabaseUrl } from "./store-file.ts";
import { webRoutes } from "./web-routes.ts";
import { writeConfig } from "./write-config.ts";

/** `yourcall serve`: the hub, in the foreground until it is stopped. */
export function run(args: string[]): Promise<number> {
  return runCommand(serve, args, async ({ values }) => {
    const directory = stateDirectory();
    const inBackground = values.background === true;
    // The hub keeps serving if its output cannot be written, as on a full disk.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
    const log = inBackground ? createHubLog(directory) : warn;
    // In the background nobody would see why the hub crashed.
    if (inBackground) process.on("uncaughtExceptionMonitor", (error) => log(`crashed: ${error.stack}`));
    const stamp = toFileStamp(configFile());
    // Each part reads the settings again when it needs them.
    const said = new Set<string>();
    const readSettings = () =>
      readConfig((message) => {
        if (!said.has(message)) log(message);
        said.add(message);
      });
    const config = readSettings();
    const home = process.env.HOME ?? process.env.USERPROFILE;
    const derive = (purpose: string) => readIdentity(directory, toHubSettings(config).identityFile).derive(purpose);
    const notifier = createLiveNotifier({
      ...{ directory, log, home },
      readConfig: () => readSettings().notify,
      pushSecret: () => derive("push"),
    });
    const hosts = createHostWatcher(() => toCodexHomes(readSettings()));
    // Built next to the command.
    const page = readWebFiles(join(__dirname, "web"));
    if (page.size === 0) log("the web inbox is not built. Run `npm run build`.");
    const store = values.store ?? process.env.YOURCALL_STORE;
    // A hub in the background has a directory, which its starter made. If that was removed meanwhile, nobody wants the hub.
    if (inBackground && !existsSync(directory)) return exitCodes.failure;
    makeStateDirectory(directory);
    let running: RunningHub | undefined;
    try {
      running = await startHub({
        directory,
        version: VERSION,
        ...toHubSettings(config),
        ...(values.port === undefined ? {} : { port: parsePort(values.port), exactPort: true }),
        ...(values.host === undefined ? {} : { host: values.host }),
        // In the background, fail at once if the database is away: a person waits for the hub.
        ...storeOf(store, { directory, log, isPatient: !inBackground }),
        // A person typed it just now; YOURCALL_STORE may be out of date.
        adoptStore: values.store !== undefined,
        callbacks: () => toCallbacks(readSettings()),
        watchers: [notifier.watch],
        settings: {
          save: ({ keepMs }) => writeConfig(["keep"], keepMs === null ? "forever" : toDuration(keepMs)),
        },
        // The page comes last: it has a route for every other address.
        plugins: [
          (hub) => mcpRoutes(hub, () => derive("mcp card")),
          () => deviceRoutes(notifier.devices),
          () => deskRoutes(directory),
          () => webRoutes(page),
        ],
        log,
        onLost() {
          // The log may belong to another hub by now.
          if (!inBackground)
            log(
              `${directory} was removed or replaced while the hub was running, so it stops: no client would find it.`,
            );
          // Not a clean stop, which would remove the socket of a newer hub.
          process.exit(exitCodes.failure);
        },
      });
      // Ctrl-C means that a person stopped it. Recorded immediately, or an open inbox would start it again.
      process.once("SIGINT", () => removeWantedHub(directory));
      const stopped = untilStopped(running, [hosts, notifier], log);
      writeWantedHub(directory, { store: store ? hidePassword(toAbsoluteStore(store)) : undefined });
      await notifier.begin(running.hub, running.linkBase);
      hosts.reload();
      const { publish } = running;
      watchConfig(configFile(), stamp, () => {
        said.clear();
        followPublicUrl(publish, log);
        notifier.reload();
        hosts.reload();
      });
      const url = toListenUrl(running.url, values.host ?? toHubSettings(config).host);
      log(`hub ${VERSION} listens on ${url} and ${running.socket} (pid ${process.pid}, state in ${directory})`);
      await stopped;
      return 0;
    } catch (error) {
      if (error instanceof HubRunsError) {
        log(whoRuns(directory));
        // A hub is running, which is all its starter wanted.
        return inBackground ? 0 : exitCodes.failure;
      }
      if (!YourcallError.isInstance(error) && !inBackground) throw error;
      log((error as Error).message);
      return exitCodes.failure;
    }
  });
}

/** Where the hub listens: on every address, if its host says so, though clients on this machine use loopback. */
function toListenUrl(url: string, host = ""): string {
  const every = { "0.0.0.0": "0.0.0.0", "::": "[::]" }[host];
  return every === undefined ? url : url.replace("127.0.0.1", every);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, got "${text}".`);
  return port;
}

function storeOf(store: string | undefined, options: PostgresStoreOptions): Pick<StartOptions, "store" | "storeUrl"> {
  if (store === undefined || store === "") return {};
  if (!isDatabaseUrl(store)) return { store };
  // Loaded only here, so that the driver costs a hub on SQLite nothing.
  const open = async () => (await import("@yourcall/hub/postgres")).openPostgresStore(store, options);
  return { store: open, storeUrl: hidePassword(store) };
}

function whoRuns(directory: string): string {
  const file = readHubFile(directory);
  return file === null
    ? `another process uses ${directory}. It may be starting; try again in a moment.`
    : `a hub is already running for ${directory}: ${file.url}, pid ${file.pid}, version ${file.version}. \`yourcall stop\` stops it.`;
}

/** A wrong address is refused, and the one before stays. */
function followPublicUrl(publish: RunningHub["publish"], log: (message: string) => void): void {
  const { publicUrl } = readConfig();
  try {
    publish(typeof publicUrl === "string" ? publicUrl : undefined);
  } catch (error) {
    log(`config.json: publicUrl was not changed: ${(error as Error).message}`);
  }
}

function untilStopped(
  running: RunningHub,
  first: readonly (LiveNotifier | HostWatcher)[],
  log: (message: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (signal: NodeJS.Signals) => {
      // A second signal exits immediately: everything acknowledged is already on disk.
      process.once(signal, () => process.exit(1));
      log(`stopping (${signal})`);
      // These stop first: they record in the store what they could not finish.
      Promise.all(first.map((part) => part.stop()))
        .then(() => running.stop())
        .then(() => {
          log("stopped");
          resolve();
        }, reject);
    };
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  });
}
