import type { Page } from "playwright-core";

/** Runs one of the acts that are measured. */
type Measure = (name: string, act: () => Promise<void>) => Promise<void>;

/**
 * The longest that the page's main thread was busy without a pause during each act, in milliseconds of processor time: what other
 * programs take from a busy machine does not count. All are in one trace, because starting and reading one takes longer than most acts.
 */
export async function longestTasks(
  page: Page,
  run: (measure: Measure) => Promise<void>,
): Promise<Record<string, number>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser");
  const acts: { name: string; from: number; to: number }[] = [];
  await browser.startTracing(page, { categories: ["toplevel"] });
  let trace: Buffer;
  try {
    await run(async (name, act) => {
      const from = microseconds();
      await act();
      acts.push({ name, from, to: microseconds() });
    });
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && main.has(`${pid} ${tid}`));
  return Object.fromEntries(
    acts.map(({ name, from, to }) => {
      const during = tasks.filter(({ ts }) => ts >= from && ts <= to);
      if (during.length === 0) throw new Error(`The trace has no tasks of ${name}`);
      return [name, Math.round(Math.max(...during.map(({ tdur = 0 }) => tdur)) / 1000)];
    }),
  );
}

/** On the clock of the browser's traces. */
const microseconds = () => Number(process.hrtime.bigint() / 1000n);

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}
