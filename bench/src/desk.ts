import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BuiltHub } from "./built-hub.ts";
import { hasChromium, launchChromium } from "./chromium.ts";
import { startServer, temporaryDirectory, yourcall } from "./command.ts";
import { median, renderTable, show } from "./figures.ts";
import { readCpuMs, readMemory } from "./hub/child.ts";
import { parseOptions, WrongUsage } from "./options.ts";
import { report } from "./results.ts";

interface Figures {
  sessions: number;
  /** Processor time in milliseconds per second, and memory in KB. */
  hub: { cpuMs: number; kb: number };
  desk: { cpuMs: number; kb: number };
  /** What the reader of one session received, in KB per second. */
  readKb: number;
  page: PageFigures | undefined;
}

interface PageFigures {
  /** Processor time of the page's main thread, in milliseconds per second. */
  busyMs: number;
  /** For each key, the time from the press until the letter is painted in the field. */
  keyMs: number[];
}

const steps = [0, 1, 20];
const keys = 20;

/** What streaming sessions cost the hub, the desk and the page. With --quick, RESULTS.md is not changed. */
export async function benchDesk(args: string[]): Promise<number> {
  if (args.some((arg) => arg !== "--quick")) throw new WrongUsage("desk takes --quick and nothing else.");
  const once = { rounds: 1, warmup: 0 };
  const { quick, isWhole } = parseOptions(args, once, once);
  const ms = quick ? 2000 : 15_000;
  const directory = realpathSync(temporaryDirectory());
  const agents = { talker: [process.execPath, join(import.meta.dirname, "desk/streaming-agent.mjs")] };
  writeFileSync(join(directory, "config.json"), JSON.stringify({ agents }));
  const hub = await BuiltHub.start(directory);
  const desk = await startServer(yourcall(directory, "desk", directory), "The desk runs agents in ");
  const rows: Figures[] = [];
  try {
    const sessions: string[] = [];
    for (const count of steps) {
      console.error(`${count} sessions`);
      while (sessions.length < count) {
        const { id } = await hub.call("human", "/v1/sessions", { agent: "talker", prompt: "Talk", directory });
        sessions.push(`${id}`);
      }
      rows.push(await measure(hub, desk.pid, sessions, ms));
    }
  } finally {
    await desk.end();
    await hub.end();
  }
  report("desk", isWhole, {
    title: "Desk",
    extent: `${ms / 1000} s each`,
    repeat: "desk",
    about:
      "Sessions that stream at the pace of a model, 50 pieces a second each, with a tool call every ten seconds; one of them is followed through the hub, as the page does. *CPU*: processor time of the process in milliseconds a second. *page*: Chromium with that session open: processor time of its main thread, and from a key in the input to the second frame after it. The agents and the browser run on the same processors.",
    tables: render(rows),
  });
  return 0;
}

async function measure(hub: BuiltHub, desk: number, sessions: readonly string[], ms: number): Promise<Figures> {
  const [followed] = sessions;
  const leave = followed === undefined ? () => 0 : await follow(hub, followed);
  await sleep(ms / 3);
  const before = { hub: readCpuMs(hub.pid), desk: readCpuMs(desk), at: performance.now() };
  await sleep(ms);
  const seconds = (performance.now() - before.at) / 1000;
  const look = (pid: number, cpuBefore: number) => ({
    cpuMs: (readCpuMs(pid) - cpuBefore) / seconds,
    kb: readMemory(pid).rss,
  });
  return {
    sessions: sessions.length,
    hub: look(hub.pid, before.hub),
    desk: look(desk, before.desk),
    readKb: leave() / 1024 / (seconds + ms / 3000),
    page: followed === undefined || !hasChromium ? undefined : await watchPage(hub, followed, ms / 3),
  };
}

/** Follows a session as the page does. Returns a function that stops it and returns the number of bytes read. */
async function follow(hub: BuiltHub, session: string): Promise<() => number> {
  const events = await hub.open("human", `/v1/sessions/events?session=${session}`);
  let bytes = 0;
  events.on("data", (data: Buffer) => {
    bytes += data.length;
  });
  events.on("error", () => {});
  return () => {
    events.destroy();
    return bytes;
  };
}

/** The page with one of the sessions open, while all of them stream. */
async function watchPage(hub: BuiltHub, session: string, ms: number): Promise<PageFigures> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(await hub.loginLink());
    await page.getByRole("status").getByText("live", { exact: true }).waitFor();
    await page.goto(`${hub.url}/sessions/${session}`);
    const input = page.getByRole("textbox", { name: "Message to Talker" });
    await input.waitFor();
    await sleep(2000);
    const probe = await page.context().newCDPSession(page);
    await probe.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
      const { metrics } = await probe.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    };
    const from = await busy();
    await sleep(ms);
    const busyMs = ((await busy()) - from) / (ms / 1000);
    await input.focus();
    // From the timestamp of the key event to the next frame, by the page's clock.
    await page.evaluate(`
      window.keyTimes = [];
      document.addEventListener("input", ({ timeStamp }) =>
        requestAnimationFrame(() => requestAnimationFrame((at) => window.keyTimes.push(at - timeStamp))));
    `);
    for (let at = 0; at < keys; at++) {
      await page.keyboard.press("a");
      await sleep(100);
    }
    return { busyMs, keyMs: await page.evaluate<number[]>("window.keyTimes") };
  } finally {
    await browser.close();
  }
}

function render(rows: readonly Figures[]): string[] {
  const table = renderTable(
    ["sessions", "hub CPU", "desk CPU", "hub MB", "desk MB", "read KB/s", "page CPU", "key p50", "key max"],
    rows.map(({ sessions, hub, desk, readKb, page }) => [
      ...[String(sessions), show(hub.cpuMs), show(desk.cpuMs), show(hub.kb / 1024), show(desk.kb / 1024)],
      ...[show(readKb), show(page?.busyMs), show(page && median(page.keyMs)), show(page && Math.max(...page.keyMs))],
    ]),
  );
  const [none, , all] = rows;
  if (none === undefined || all === undefined) return [table];
  const each = (what: "cpuMs" | "kb", digits: number) =>
    (["hub", "desk"] as const).map((part) => show((all[part][what] - none[part][what]) / all.sessions, digits));
  const costs = renderTable(
    ["each streaming session", "hub", "desk"],
    [
      ["CPU, ms a second", ...each("cpuMs", 1)],
      ["memory, KB", ...each("kb", 0)],
    ],
  );
  return [table, costs];
}
