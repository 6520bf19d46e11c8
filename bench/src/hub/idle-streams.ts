import { setTimeout as sleep } from "node:timers/promises";
import { Child, readMemory } from "./child.ts";
import { type HubReady, makeDirectory, script } from "./subjects.ts";

export interface IdleStreams {
  count: number;
  /** Memory of the hub before them, when the last one had been opened, and after a while of nothing but heartbeats. */
  beforeKb: number;
  openedKb: number;
  withKb: number;
  openedMs: number;
}

// One client process holds this many, so that neither its descriptors nor its ports run out.
const perClient = 5000;
/** Opens event streams to a hub and looks at what it needs to keep them for `idleMs`. */
export async function measureIdleStreams(
  hubFile: string,
  parent: string,
  { count, idleMs }: { count: number; idleMs: number },
): Promise<IdleStreams> {
  const hub = await Child.start(hubFile, { directory: makeDirectory(parent, "idle-streams") });
  const clients: Child[] = [];
  const { port, tokens } = hub.ready as HubReady;
  const open = async (some: number) => {
    const settings = { port, token: tokens.human, count: some };
    clients.push(await Child.start(script("drivers/open-streams.ts"), settings));
  };
  try {
    // What every first stream loads and compiles is no cost of the ten thousandth.
    await open(20);
    await sleep(1000);
    const beforeKb = readMemory(hub.pid).rss;
    const from = performance.now();
    for (let left = count; left > 0; left -= perClient) await open(Math.min(left, perClient));
    const openedMs = performance.now() - from;
    const openedKb = readMemory(hub.pid).rss;
    await sleep(idleMs);
    const still = await Promise.all(clients.map((client) => client.call("open", null, 10_000)));
    const total = still.reduce<number>((sum, some) => sum + Number(some), 0);
    if (total !== count + 20) throw new Error(`${count + 20 - total} of ${count} streams were closed`);
    return { count, beforeKb, openedKb, withKb: readMemory(hub.pid).rss, openedMs };
  } finally {
    for (const child of [...clients, hub]) await child.end();
  }
}
