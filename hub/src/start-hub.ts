import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { findUnsafeFile, findUnsafePath } from "@yourcall/client/internal/node";
import { YourcallError } from "@yourcall/core";
import { createAccess } from "./access/access.ts";
import { checkOldPort, rememberIdentity } from "./access/check-old-port.ts";
import { createHosts, type Hosts } from "./access/hosts.ts";
import { readIdentity } from "./access/identity.ts";
import { ensureLocalTokens } from "./access/local-tokens.ts";
import { hashToken } from "./access/token.ts";
import { toCallbackRules } from "./callbacks/callback-rules.ts";
import { createCallbacks } from "./callbacks/create-callbacks.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createHub } from "./create-hub.ts";
import type { HubPlace, SettingsPort } from "./http/context.ts";
import { createHubServer } from "./http/create-server.ts";
import type { Plugin } from "./http/route.ts";
import type { Hub, HubOptions } from "./hub.ts";
import { storeUnavailable } from "./hub-errors.ts";
import type { PendingOptions } from "./pending-limits.ts";
import { fileNumber, guardHubFiles } from "./state/guard-hub-files.ts";
import { type HubFile, removeHubFile, writeHubFile } from "./state/hub-file.ts";
import { knowStore, refuseEmpty, refuseOther } from "./state/known-stores.ts";
import { takeLock, toNoRoom } from "./state/lock.ts";
import { socketPath } from "./state/socket-path.ts";
import { openSqliteStore } from "./store/sqlite/open-store.ts";
import type { Store } from "./store/store.ts";
import { toWireText } from "./to-wire.ts";

export interface StartOptions
  extends PendingOptions,
    Pick<HubOptions, "keepMs" | "defaultTimeoutMs" | "watchers" | "callbacks"> {
  /** The state directory, created if it is missing. One hub runs in it. */
  directory: string;
  /** What the hub says of itself, in `hub.json` and `/healthz`. */
  version: string;
  /** The port to try first; if it is in use, the next free one. */
  port?: number;
  /** Fail if this port is in use. */
  exactPort?: boolean;
  host?: string;
  /** The https address under which a hub that is not on loopback is reached. */
  publicUrl?: string;
  /** A file with the identity key, for hubs that share a store; `identity.pem` of the state directory by default. */
  identityFile?: string;
  /** A file other than the state directory's, or a store to open. */
  store?: string | (() => Promise<Store>);
  /** The address of such a store, for `hub.json`. */
  storeUrl?: string;
  /** Uses the store's file as it is, even if another store was used there before or the file is missing now. */
  adoptStore?: boolean;
  clock?: Clock;
  /** How many connections may be open at the same time, each on TCP and on the socket. 20,000 by default. */
  maxConnections?: number;
  /** How long a connection may be idle, or not read its reply, in milliseconds. A minute by default. */
  idleMs?: number;
  /** Where a person's settings are saved; without it they cannot be changed. */
  settings?: SettingsPort;
  /** Further routes. Each gets the hub and returns rows of the same table. */
  plugins?: readonly Plugin<Hub>[];
  log?: (message: string) => void;
  /** Called if the state directory was removed or replaced. The hub should end then: nobody would find what it stores. */
  onLost?: () => void;
}

export interface RunningHub {
  hub: Hub;
  url: string;
  socket: string;
  port: number;
  /** The address that links start with. */
  linkBase(): string;
  /** Changes the https address in front of the hub, or removes it, at once. Throws if the hub cannot be reached there. */
  publish(publicUrl: string | undefined): void;
  stop(): Promise<void>;
}

/** "CALL" on a phone's keypad. */
export const defaultPort = 2255;

/** Another hub uses this state directory. */
export class HubRunsError extends YourcallError {
  constructor() {
    super("store-unavailable", "A hub is already running for this state directory.");
  }
}

/**
 * Starts the hub of a state directory: lock, store, tokens, loopback TCP and socket, and `hub.json` once all of it works.
 *
 * @example
 * const running = await startHub({ directory: "/var/lib/my-app/hub", version: "1.0.0", port: 0 });
 * console.log(running.url);
 * await running.stop();
 */
export async function startHub(options: StartOptions): Promise<RunningHub> {
  const { directory } = options;
  const publicUrl = checkAddress(options.host, options.publicUrl);
  refuseIntruders(options);
  const taken = takeLock(directory);
  if (taken === null) throw new HubRunsError();
  let lock = taken;
  const undo: (() => Promise<void>)[] = [async () => lock.release()];
  try {
    const tokens = ensureLocalTokens(directory);
    const identity = readIdentity(directory, options.identityFile);
    const clock = options.clock ?? systemClock;
    const storeFile =
      typeof options.store === "function" ? undefined : resolve(options.store ?? join(directory, "yourcall.db"));
    const isExpected = storeFile !== undefined && options.adoptStore !== true;
    const ifEmpty = isExpected ? refuseEmpty(directory, storeFile) : undefined;
    const store =
      typeof options.store === "function"
        ? await options.store()
        : await openSqliteStore(options.store ?? join(directory, "yourcall.db"), {
            log: options.log,
            ifEmpty,
          });
    undo.push(() => store.close());
    if (storeFile !== undefined) {
      if (isExpected) refuseOther(directory, storeFile, store.id);
      knowStore(directory, storeFile, store.id);
    }
    for (const warning of store.warnings()) options.log?.(warning);
    const hub = createHub({ ...options, store, clock, name: directory });
    undo.push(() => hub.stop());
    let hosts: Hosts = createHosts(0);
    let place: HubPlace = { url: "", socket: "", directory };
    const access = createAccess({ store, local: tokens, identity, clock });
    const server = createHubServer({ ...options, hub, access, hosts: () => hosts, place: () => place });
    undo.push(() => server.stop());
    const usual = rememberedPort(directory) ?? defaultPort;
    const wanted = options.port ?? usual;
    const oldHost = `${options.host === "::1" ? "[::1]" : "127.0.0.1"}:${usual}`;
    const checkOld = () => checkOldPort({ store, access, host: oldHost, log: options.log });
    const port = await listenNear(server.tcp, wanted, options.host ?? "127.0.0.1", options.exactPort === true).catch(
      async (error) => {
        if (wanted === usual) await checkOld();
        throw error;
      },
    );
    // Not awaited: the program that has the port may be slow to answer.
    const checked = port === usual ? undefined : checkOld().catch((error) => options.log?.(`${error}`));
    undo.push(async () => checked);
    if (port !== usual) rememberPort(directory, port);
    await rememberIdentity(store, port, identity.publicKey);
    hosts = createHosts(port, publicUrl);
    const url = addressOf(server.tcp, publicUrl);
    place = { url, socket: socketPath(directory), publicUrl: publicUrl && withoutSlash(publicUrl), directory };
    // The socket comes last, because clients may be waiting for it.
    const { socket } = place;
    // We hold the lock, so an existing socket belongs to a hub that has ended.
    if (process.platform !== "win32") rmSync(socket, { force: true });
    await listen(server.unix, { path: socket });
    if (process.platform !== "win32") chmodSync(socket, 0o600);
    const callbacks = createCallbacks({
      hub,
      rules: () => toCallbackRules(options.callbacks?.() ?? []),
      async hashOf(token) {
        const hash = token === "agent" ? hashToken(tokens.agent) : (await store.getToken(token))?.hash;
        return hash === undefined ? undefined : Buffer.from(hash, "base64url");
      },
      toBody: (record) =>
        toWireText(record, { audience: "agent", baseUrl: place.publicUrl ?? url, waiting: hub.waiters.of }),
      log: options.log,
    });
    undo.push(() => callbacks.stop());
    const namedStore = options.storeUrl ?? (options.store === undefined ? undefined : storeFile);
    const file: HubFile = {
      pid: process.pid,
      url,
      socket,
      version: options.version,
      directory: resolve(directory),
      store: namedStore,
    };
    if (fileNumber(lock.file) !== lock.number)
      throw storeUnavailable(`${directory} was removed or replaced while the hub started. Start it again.`);
    undo.push(async () => removeHubFile(directory));
    writeHubFile(directory, file);
    const endKeeping = guardHubFiles({
      ...{ directory, file, clock },
      store: storeFile,
      lock: () => lock,
      lockAgain() {
        const again = takeLock(directory);
        if (again === null) return false;
        lock.release();
        lock = again;
        return true;
      },
      lost: () => options.onLost?.(),
    });
    return {
      hub,
      url,
      socket,
      port,
      linkBase: () => place.publicUrl ?? place.url,
      publish(changed) {
        const publicUrl = checkAddress(options.host, changed);
        hosts = createHosts(port, publicUrl);
        place = { ...place, publicUrl: publicUrl && withoutSlash(publicUrl) };
      },
      async stop() {
        endKeeping();
        for (const step of undo.splice(0).reverse()) await step();
      },
    };
  } catch (error) {
    for (const step of undo.splice(0).reverse()) await step();
    throw toNoRoom(error, directory) ?? error;
  }
}

function refuseIntruders({ directory, store }: StartOptions): void {
  const files = typeof store === "string" ? ["", "-wal", "-shm"].map((end) => `${resolve(store)}${end}`) : [];
  const found = findUnsafePath(directory) ?? findUnsafeFile(files);
  if (found !== undefined) throw storeUnavailable(`${found.what}. ${found.todo}`);
}

function checkAddress(host: string | undefined, publicUrl: string | undefined): URL | undefined {
  const isLoopback = host === undefined || host === "127.0.0.1" || host === "::1" || host === "localhost";
  if (publicUrl === undefined) {
    if (isLoopback) return undefined;
    throw new YourcallError(
      "forbidden",
      `Listening on ${host} lets others reach the hub. Set an https publicUrl in config.json.`,
    );
  }
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (url?.protocol !== "https:")
    throw new YourcallError("forbidden", `publicUrl must be an https address, got "${publicUrl}".`);
  return url;
}

/** The port of the last hub here. Links contain it, so the next one listens there too. */
export function rememberedPort(directory: string): number | undefined {
  try {
    const port = Number(readFileSync(join(directory, "port"), "utf8"));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function rememberPort(directory: string, port: number): void {
  writeFileSync(join(directory, "port"), `${port}\n`, { mode: 0o600 });
}

/** Where others on this machine find the hub: on loopback, or at its public address if it does not listen on loopback. */
function addressOf(server: Server, publicUrl: URL | undefined): string {
  const { address, port } = server.address() as AddressInfo;
  if (address === "::1") return `http://[::1]:${port}`;
  const isOnLoopback = address === "127.0.0.1" || address === "0.0.0.0" || address === "::";
  return isOnLoopback || publicUrl === undefined ? `http://127.0.0.1:${port}` : withoutSlash(publicUrl);
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/$/, "");
}

async function listenNear(server: Server, port: number, host: string, exact: boolean): Promise<number> {
  const tries = exact || port === 0 ? 1 : Math.min(50, 65_536 - port);
  for (let offset = 0; offset < tries; offset++) {
    try {
      await listen(server, { port: port + offset, host });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  throw storeUnavailable(`Port ${port} is in use. Choose another with --port.`);
}

function listen(server: Server, address: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...address, backlog: 1024 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
