import { request } from "node:http";
import { type Figure, median } from "../figures.ts";
import { Child, readMemory } from "./child.ts";
import { type HubReady, makeDirectory } from "./subjects.ts";

export interface PendingAsks {
  count: number;
  /** Spawn → the first 200 of /healthz: with an empty store, and with the asks in it. */
  emptyStartMs: Figure;
  startMs: Figure;
  /** Memory of the hub once it has started, and at its highest after everything below. */
  startKb: number;
  peakKb: number;
}

const starts = 5;
const fillLimitMs = 300_000;

/** Fills a store with pending asks and measures what a hub needs to serve it. */
export async function measurePendingAsks(
  files: { hub: string; fill: string },
  parent: string,
  count: number,
): Promise<PendingAsks> {
  const empty = makeDirectory(parent, "no-asks");
  const full = makeDirectory(parent, "pending-asks");
  const filler = await Child.start(files.fill, { directory: full, count }, fillLimitMs);
  await filler.end();
  // In turn, so that a slow spell of the machine affects both.
  const times: { empty: number[]; full: number[] } = { empty: [], full: [] };
  for (let turn = 0; turn < starts; turn++) {
    times.empty.push(await timeStart(files.hub, empty));
    times.full.push(await timeStart(files.hub, full));
  }
  const hub = await Child.start(files.hub, { directory: full });
  try {
    const ready = hub.ready as HubReady;
    await get(ready, "/healthz");
    const startKb = readMemory(hub.pid).rss;
    for (const path of ["/v1/asks", "/v1/asks?q=needle"]) await get(ready, path);
    await get(ready, "/v1/events", "event: snapshot");
    return {
      count,
      emptyStartMs: median(times.empty),
      startMs: median(times.full),
      startKb,
      peakKb: readMemory(hub.pid).peak,
    };
  } finally {
    await hub.end();
  }
}

async function timeStart(hubFile: string, directory: string): Promise<number> {
  const hub = await Child.start(hubFile, { directory });
  try {
    await get(hub.ready as HubReady, "/healthz");
    return performance.now() - hub.startedAt;
  } finally {
    await hub.end();
  }
}

/** Reads a response to its end, or until it contains a text. */
function get({ port, tokens }: HubReady, path: string, until?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokens.human}` };
    const sent = request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        text += data;
        if (until === undefined || !text.includes(until) || !text.endsWith("\n\n")) return;
        resolve();
        sent.destroy();
      });
      response.on("end", () => resolve());
      // node:http reports an error for a stream that we cut off because we have read enough.
      response.on("error", () => resolve());
    });
    sent.on("error", reject);
    sent.end();
  });
}
