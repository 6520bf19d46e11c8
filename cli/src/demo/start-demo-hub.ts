import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { HubClient } from "@yourcall/client";
import { toMarkdownLog, YourcallError } from "@yourcall/core";
import { connect } from "../hub/connect.ts";
import { readLocalHub, stopHub } from "../hub/hub-process.ts";
import { countScreens, takeOwnState } from "./demo-state.ts";

const startMs = 15_000;
const lookMs = 10;
// A code for a login is good for a minute; a link that is shown should still be good for a while.
const freshMs = 30_000;

export interface DemoHub {
  readonly directory: string;
  /** What to say about the port, or nothing where it is the usual one. */
  readonly portWords: string;
  /** A link that is good for one login. */
  createLink(): Promise<string>;
  /** Another link, while nobody has come by the last one and it is about to be too old. */
  renewLink(options?: { evenIfFresh: boolean }): Promise<string | null>;
  /** What was decided, as `yourcall log --markdown` prints it. */
  readLog(): Promise<string>;
  /** Ends the hub and takes its state away, unless other screens still follow it. */
  end(): Promise<{ screens: number; pid: number }>;
}

/** Starts a hub for this demo alone. It ends with this process, however that one ends. */
export async function startDemoHub(): Promise<DemoHub> {
  const { directory, port: wanted } = takeOwnState();
  const { CLAUDECODE, YOURCALL_SESSION, ...env } = process.env;
  const child = spawn(process.execPath, [process.argv[1] ?? "", "demo", "--hub"], {
    cwd: directory,
    // Ctrl-C is for the demo, which ends its hub itself.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env,
  });
  let gone = false;
  child.once("error", () => {
    gone = true;
  });
  child.once("exit", () => {
    gone = true;
  });
  child.unref();
  // Open until this process ends: that is what tells the hub.
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  const url = await whenUp(directory, () => gone);
  const port = Number(new URL(url).port);
  let client: HubClient | undefined;
  const human = async () => {
    client ??= await connect("human", { start: false });
    return client;
  };
  let linkedAt = 0;

  async function createLink(): Promise<string> {
    linkedAt = Date.now();
    return (await (await human()).createLoginLink()).url;
  }

  return {
    directory,
    portWords: wanted === 0 || port === wanted ? "" : `; port ${wanted} is taken, this is ${port}`,
    createLink,
    async renewLink({ evenIfFresh } = { evenIfFresh: false }) {
      if (!evenIfFresh && Date.now() - linkedAt < freshMs) return null;
      if ((await countScreens(directory)) > 0) return null;
      return createLink();
    },
    async readLog() {
      const asks = [];
      for await (const ask of (await human()).listAll({ status: "ended" })) asks.push(ask);
      return toMarkdownLog(asks);
    },
    async end() {
      client?.close();
      const hub = readLocalHub(directory);
      const screens = await countScreens(directory);
      if (screens > 0) return { screens, pid: hub?.pid ?? 0 };
      if (hub !== null) await stopHub(hub);
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
      return { screens, pid: 0 };
    },
  };
}

async function whenUp(directory: string, gone: () => boolean): Promise<string> {
  const until = performance.now() + startMs;
  while (performance.now() < until && !gone()) {
    const hub = readLocalHub(directory);
    if (hub !== null) return hub.url;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  throw new YourcallError("hub-unreachable", "The demo's hub did not come up. `yourcall doctor` looks for the reason.");
}
