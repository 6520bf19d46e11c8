import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamingDesk } from "./desk/streaming-desk.ts";
import { type PageFigures, watchPage } from "./desk/watch-page.ts";
import { findNode } from "./find-node.mjs";
import { readCpuMs, readMemory } from "./hub/child.ts";
import { writeSection } from "./results.ts";
import { renderTable } from "./table.ts";
import { WrongUsage } from "./wrong-usage.ts";

interface Figures {
  sessions: number;
  /** Processor time in milliseconds a second, and memory in KB. */
  hub: { cpuMs: number; kb: number };
  desk: { cpuMs: number; kb: number };
  /** What the reader of one session got, in KB a second. */
  readKb: number;
  page: PageFigures | undefined;
}

const steps = [0, 1, 20];

/** What sessions that stream cost the hub and the desk, and how the page fares. With --quick nothing is written. */
export async function benchDesk(args: string[]): Promise<number> {
  const quick = args.includes("--quick");
  if (args.some((arg) => arg !== "--quick")) throw new WrongUsage("desk takes --quick and nothing else.");
  const ms = quick ? 2000 : 15_000;
  const load = loadavg()[0] ?? 0;
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const desk = await StreamingDesk.start(directory);
  const rows: Figures[] = [];
  try {
    const sessions: string[] = [];
    for (const count of steps) {
      console.error(`${count} sessions`);
      while (sessions.length < count) sessions.push(await desk.talk());
      rows.push(await measure(desk, sessions, ms));
    }
  } finally {
    await desk.stop();
  }
  const text = render(rows);
  console.log(`\n${text}`);
  const nodeVersion = execFileSync(findNode(), ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
  const head = `## Desk

${new Date().toISOString().slice(0, 10)} · Node ${nodeVersion} · ${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run · ${ms / 1000} s each

Repeat: \`npm run bench -- desk\`

Sessions that stream at the pace of a model, 50 pieces a second each, with a tool call every ten seconds; one of them is followed through the hub, as the page does. *CPU*: processor time of the process in milliseconds a second. *page*: Chromium with that session open: processor time of its main thread, and from a key in the input to the second frame after it. The agents and the browser run on the same processors.
`;
  if (!quick) writeSection("desk", `${head}\n${text}`);
  return 0;
}

async function measure(desk: StreamingDesk, sessions: readonly string[], ms: number): Promise<Figures> {
  const [followed] = sessions;
  const leave = followed === undefined ? () => ({ bytes: 0 }) : await desk.follow(followed);
  const { pids } = desk;
  await sleep(ms / 3);
  const before = { hub: readCpuMs(pids.hub), desk: readCpuMs(pids.desk), at: performance.now() };
  await sleep(ms);
  const seconds = (performance.now() - before.at) / 1000;
  const look = (part: "hub" | "desk") => ({
    cpuMs: (readCpuMs(pids[part]) - before[part]) / seconds,
    kb: readMemory(pids[part]).rss,
  });
  const [hub, own] = [look("hub"), look("desk")];
  const readKb = leave().bytes / 1024 / (seconds + ms / 3000);
  const page = followed === undefined ? undefined : await watchPage(desk, followed, ms / 3);
  return { sessions: sessions.length, hub, desk: own, readKb, page };
}

function render(rows: readonly Figures[]): string {
  const show = (value: number | undefined, digits = 1) => (value === undefined ? "–" : value.toFixed(digits));
  const table = renderTable(
    ["sessions", "hub CPU", "desk CPU", "hub MB", "desk MB", "read KB/s", "page CPU", "key p50", "key max"],
    rows.map(({ sessions, hub, desk, readKb, page }) => [
      ...[String(sessions), show(hub.cpuMs), show(desk.cpuMs), show(hub.kb / 1024), show(desk.kb / 1024)],
      ...[show(readKb), show(page?.busyMs), show(page?.keyP50), show(page?.keyMax)],
    ]),
  );
  const [none, , all] = rows;
  if (none === undefined || all === undefined) return table;
  const each = (pick: (row: Figures) => number) => (pick(all) - pick(none)) / all.sessions;
  const costs = renderTable(
    ["each streaming session", "hub", "desk"],
    [
      ["CPU, ms a second", show(each(({ hub }) => hub.cpuMs)), show(each(({ desk }) => desk.cpuMs))],
      [
        "memory, KB",
        show(
          each(({ hub }) => hub.kb),
          0,
        ),
        show(
          each(({ desk }) => desk.kb),
          0,
        ),
      ],
    ],
  );
  return `${table}\n\n${costs}`;
}
