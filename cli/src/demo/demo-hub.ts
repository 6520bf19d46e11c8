import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { defaultPort } from "@yourcall/hub";
import { withHub } from "../hub/connect.ts";
import { readLocalHub, stopHub } from "../hub/hub-process.ts";
import { readConfig } from "../hub/read-config.ts";
import { UsageError } from "../run-command.ts";

const startMs = 15_000;
// A login code is valid for one minute; replace the link early enough that the one on the screen still works.
const freshMs = 30_000;
// How many checks in a row must find no screen, since a page that is reloaded is away for a moment.
const looksAlone = 3;
// Marks a directory that the demo may remove.
const mark = "demo";

export type DemoHub = Awaited<ReturnType<typeof startDemoHub>>;

/** Starts a hub with its own state for this demo. It ends with this process, even after `kill -9`. */
export async function startDemoHub() {
  const { directory, port: wanted } = useOwnState();
  const { CLAUDECODE, YOURCALL_SESSION, ...env } = process.env;
  const child = spawn(process.execPath, [process.argv[1] ?? "", "demo", "--hub"], {
    cwd: directory,
    // Ctrl-C is for the demo, which ends its hub itself.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env,
  });
  child.once("error", () => {}).unref();
  // This pipe stays open until this process ends, which is how the hub notices.
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  const url = await whenUp(directory, child);
  const port = Number(new URL(url).port);
  let linkedAt = 0;

  async function createLink(): Promise<string> {
    linkedAt = Date.now();
    return (await withHub("human", { start: false }, (client) => client.createLoginLink())).url;
  }

  return {
    directory,
    /** Names the port if it is not the wanted one. */
    portWords: wanted === 0 || port === wanted ? "" : `; port ${wanted} is taken, this is ${port}`,
    /** A link for one login. */
    createLink,
    /** A new link if nobody has used the last one and it may be too old. */
    async renewLink(): Promise<string | null> {
      if (Date.now() - linkedAt < freshMs) return null;
      return (await countScreens(directory)) > 0 ? null : createLink();
    },
    /** Ends the hub and removes its state, unless other screens follow it. */
    async end(): Promise<{ screens: number; pid: number }> {
      const hub = readLocalHub(directory);
      const screens = await countScreens(directory);
      if (screens > 0) return { screens, pid: hub?.pid ?? 0 };
      if (hub !== null) await stopHub(hub);
      remove(directory);
      return { screens, pid: 0 };
    },
  };
}

/** The demo's hub, in its own process. It ends when the demo says so, or once the demo is gone and no screen follows it. */
export async function keepHub(): Promise<number> {
  const directory = stateDirectory();
  if (!existsSync(join(directory, mark)))
    throw new UsageError("--hub is for the demo itself. Use `yourcall serve` to run a hub.");
  const endWhenAlone = async () => {
    // A hub that is still starting cannot be ended yet.
    for (let alone = 0; alone < looksAlone; await sleep(500))
      alone = (await countScreens(directory)) === 0 && readLocalHub(directory) !== null ? alone + 1 : 0;
    process.kill(process.pid, "SIGTERM");
  };
  // The demo holds the other end of this pipe, which closes when the demo ends.
  for (const event of ["end", "error"]) process.stdin.once(event, () => void endWhenAlone());
  process.stdin.resume();
  const { run } = await import("../hub/serve.ts");
  const code = await run(["--background"]);
  remove(directory);
  process.exit(code);
}

/**
 * Points this process and its children at a new state directory, with the person's keys and port, so that their real inbox is
 * left alone.
 */
function useOwnState(): { directory: string; port: number } {
  const { keys, port: given } = readConfig();
  const port = typeof given === "number" ? given : defaultPort;
  const directory = mkdtempSync(join(tmpdir(), "yourcall-demo-"));
  writeFileSync(join(directory, mark), "");
  writeFileSync(join(directory, "config.json"), `${JSON.stringify({ keys, port, notify: { desktop: false } })}\n`);
  for (const name of ["YOURCALL_URL", "YOURCALL_TOKEN", "YOURCALL_STORE"]) delete process.env[name];
  process.env.YOURCALL_HOME = directory;
  return { directory, port };
}

async function whenUp(directory: string, child: ChildProcess): Promise<string> {
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await sleep(10)) {
    const hub = readLocalHub(directory);
    if (hub !== null) return hub.url;
  }
  remove(directory);
  throw new YourcallError("hub-unreachable", "The demo's hub did not start. Run `yourcall doctor` to find out why.");
}

/** How many pages and inboxes follow the hub; 0 if it does not answer. */
async function countScreens(directory: string): Promise<number> {
  const { url = "", tokens } = readHubAddress(directory, {}) ?? {};
  const headers = { authorization: `Bearer ${tokens?.human}` };
  const metrics = await fetch(`${url}/metrics`, { headers }).then(
    (response) => response.text(),
    () => "",
  );
  return Number(/^yourcall_event_streams (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}
