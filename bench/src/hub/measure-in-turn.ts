import { messageOf } from "../../../core/src/errors.ts";
import { type Figure, median, percentile } from "../figures.ts";
import type { Options } from "../options.ts";
import { takeTurns } from "../take-turns.ts";
import { readCpuMs } from "./child.ts";
import type { LoadResult } from "./drive.ts";
import { makeDirectory, type RunningSubject, type Subject } from "./subjects.ts";

const slotLimitMs = 120_000;
// With many in flight a slow subject makes as many round trips as fit into this time: its rate needs no more.
const manyMs = 1500;
const leastMany = 300;

/** How many round trips a slot makes: with one in flight, and at most with `inFlight`. */
export interface Sizes {
  one: number;
  many: number;
  inFlight: number;
}

/** The measurements of one subject in one turn. */
interface Slot {
  /** Identifies the processes: they are restarted for each sitting, and no two are equally fast. */
  sitting: number;
  /** The round trips with one in flight. */
  oneMs: number[];
  /** Round trips a second with many in flight. */
  perSecond: number;
  /** Processor time of the server for one of those, in microseconds; undefined if there is no server. */
  cpuUs: Figure;
}

/** All turns of one subject: medians, and the p95. A subject that failed in any turn has no figures, only the `failure`. */
export interface Summary {
  name: string;
  p50: Figure;
  p95: Figure;
  perSecond: Figure;
  cpuUs: Figure;
  failure: string | undefined;
  /** The medians of each sitting. */
  sittings: { p50: Figure; perSecond: Figure }[];
}

interface Entry {
  subject: Subject;
  slots: Slot[];
  failure: string | undefined;
}

type Turns = Pick<Options, "rounds" | "warmup" | "sittings"> & { sizes: Sizes };

/** Runs the given number of sittings, each with new processes. */
export async function measureInTurn(subjects: readonly Subject[], directory: string, turns: Turns): Promise<Summary[]> {
  const entries = subjects.map((subject): Entry => ({ subject, slots: [], failure: undefined }));
  for (let sitting = 0; sitting < turns.sittings; sitting++) {
    console.error(`sitting ${sitting + 1} of ${turns.sittings}`);
    await sit(entries, makeDirectory(directory, `sitting ${sitting}`), sitting, turns);
  }
  return entries.map(toSummary);
}

/** Starts every subject, then lets them have their slots in turn; all are ended after that. */
async function sit(entries: readonly Entry[], directory: string, sitting: number, turns: Turns): Promise<void> {
  const { sizes } = turns;
  // How many round trips the next slot makes with many in flight.
  const running: { entry: Entry; processes: RunningSubject; many: number }[] = [];
  const attempt = async (entry: Entry, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      entry.failure ??= messageOf(error);
    }
  };
  try {
    for (const entry of entries)
      await attempt(entry, async () => {
        const processes = await entry.subject.start(makeDirectory(directory, entry.subject.name));
        running.push({ entry, processes, many: Math.ceil(sizes.many / 3) });
      });
    await takeTurns(running, turns, async (one, counts) => {
      if (one.entry.failure !== undefined) return;
      await attempt(one.entry, async () => {
        const slot = await measureSlot(one.processes, { ...sizes, many: one.many });
        one.many = Math.min(sizes.many, Math.max(leastMany, Math.round((slot.perSecond * manyMs) / 1000)));
        if (counts) one.entry.slots.push({ ...slot, sitting });
      });
    });
  } finally {
    for (const { processes } of running) await processes.end();
  }
}

async function measureSlot({ driver, serverPid }: RunningSubject, sizes: Sizes): Promise<Omit<Slot, "sitting">> {
  const load = (count: number, inFlight: number) =>
    driver.call("load", { count, inFlight }, slotLimitMs) as Promise<LoadResult>;
  const one = await load(sizes.one, 1);
  const before = serverPid === undefined ? 0 : readCpuMs(serverPid);
  const many = await load(sizes.many, sizes.inFlight);
  const cpuMs = serverPid === undefined ? undefined : readCpuMs(serverPid) - before;
  return {
    oneMs: one.ms,
    perSecond: (sizes.many / many.totalMs) * 1000,
    cpuUs: cpuMs === undefined ? undefined : (cpuMs * 1000) / (sizes.many + many.warmUp),
  };
}

function toSummary({ subject: { name }, slots, failure }: Entry): Summary {
  const all = failure === undefined ? slots : [];
  const sum = (some: Slot[] = []) => {
    const ms = some.flatMap(({ oneMs }) => oneMs);
    const perSecond = median(some.map((slot) => slot.perSecond));
    return { p50: median(ms), p95: percentile(ms, 0.95), perSecond };
  };
  return {
    ...{ name, failure, ...sum(all) },
    cpuUs: median(all.flatMap((slot) => slot.cpuUs ?? [])),
    sittings: Object.values(Object.groupBy(all, ({ sitting }) => sitting)).map((some) => sum(some)),
  };
}
