import { setTimeout as sleep } from "node:timers/promises";
import requests from "../../fixtures/requests.json" with { type: "json" };
import { Child, readCpuMs, readMemory } from "./child.ts";
import { type HubReady, makeDirectory, script } from "./subjects.ts";

export interface IdleStreams {
  count: number;
  /** Memory of the hub before the streams, right after the last was opened, and after a while with nothing but heartbeats. */
  beforeKb: number;
  openedKb: number;
  withKb: number;
  openedMs: number;
  /** Processor time of the hub to send one new ask to one stream, in microseconds. */
  tellUs: number;
}

// One client process holds this many, so that neither its descriptors nor its ports run out.
const perClient = 5000;
// How many asks are sent to all of them.
const told = 20;

/** Opens event streams to a hub and measures what it costs to keep them for `idleMs`. */
export async function measureIdleStreams(
  hubFile: string,
  parent: string,
  { count, idleMs }: { count: number; idleMs: number },
): Promise<IdleStreams> {
  const hub = await Child.start(hubFile, { directory: makeDirectory(parent, "idle-streams") });
  const clients: Child[] = [];
  const { port, socket, tokens } = hub.ready as HubReady;
  const open = async (some: number) => {
    // TCP and the socket may each have only half of what the system lets the hub open.
    const path = clients.length % 2 === 0 ? undefined : socket;
    const settings = { port, path, token: tokens.human, count: some };
    clients.push(await Child.start(script("drivers/open-streams.ts"), settings));
  };
  try {
    // The first streams load and compile code, which must not count as a cost per stream.
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
    const withKb = readMemory(hub.pid).rss;
    const cpuBefore = readCpuMs(hub.pid);
    for (let asked = 0; asked < told; asked++) {
      const headers = { authorization: `Bearer ${tokens.agent}`, "content-type": "application/json" };
      const body = JSON.stringify({ ...requests.ask, key: undefined });
      const reply = await fetch(`http://127.0.0.1:${port}/v1/asks`, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`ask: ${reply.status} ${await reply.text()}`);
    }
    await sleep(2000);
    const tellUs = ((readCpuMs(hub.pid) - cpuBefore) * 1000) / (told * count);
    return { count, beforeKb, openedKb, withKb, openedMs, tellUs };
  } finally {
    for (const child of [...clients, hub]) await child.end();
  }
}
