import { readCpuMs } from "./child.ts";
import type { LoadResult } from "./run-load.ts";
import type { Sizes } from "./sizes.ts";
import { makeDirectory, type RunningSubject, type Subject } from "./subjects.ts";
import { type Slot, type Summary, toSummary } from "./summary.ts";

const slotLimitMs = 120_000;
// With many in flight a slow subject makes as many round trips as fit into this time: its rate needs no more.
const manyMs = 1500;
const leastMany = 300;

interface Entry {
  subject: Subject;
  running: RunningSubject | undefined;
  /** How many round trips the next slot makes with many in flight. */
  many: number;
  slots: Slot[];
  failure: string | undefined;
}

export interface Turns {
  sittings: number;
  rounds: number;
  warmup: number;
  sizes: Sizes;
}

/** Runs the given number of sittings, each with new processes. */
export async function measureInTurn(subjects: readonly Subject[], directory: string, turns: Turns): Promise<Summary[]> {
  const done = subjects.map(({ name }) => ({ name, slots: [] as Slot[], failure: undefined as string | undefined }));
  for (let sitting = 0; sitting < turns.sittings; sitting++) {
    console.error(`sitting ${sitting + 1} of ${turns.sittings}`);
    const entries = await sit(subjects, makeDirectory(directory, `sitting ${sitting}`), sitting, turns);
    for (const [index, { slots, failure }] of entries.entries()) {
      done[index]?.slots.push(...slots);
      if (done[index] !== undefined) done[index].failure ??= failure;
    }
  }
  return done.map(({ name, slots, failure }) => toSummary(name, slots, failure));
}

/** Starts every subject, then lets them have their slots in turn, every other round backwards; all are ended after that. */
async function sit(
  subjects: readonly Subject[],
  directory: string,
  sitting: number,
  { rounds, warmup, sizes }: Turns,
): Promise<Entry[]> {
  const entries: Entry[] = subjects.map((subject) => ({
    ...{ subject, running: undefined, slots: [], failure: undefined },
    many: Math.ceil(sizes.many / 3),
  }));
  const attempt = async (entry: Entry, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error);
    }
  };
  try {
    for (const entry of entries)
      await attempt(entry, async () => {
        entry.running = await entry.subject.start(makeDirectory(directory, entry.subject.name));
      });
    for (let round = 0; round < warmup + rounds; round++) {
      console.error(round < warmup ? `warm-up ${round + 1} of ${warmup}` : `round ${round - warmup + 1} of ${rounds}`);
      for (const entry of round % 2 === 0 ? entries : entries.toReversed()) {
        const { running } = entry;
        if (running === undefined || entry.failure !== undefined) continue;
        await attempt(entry, async () => {
          const slot = await measureSlot(running, { ...sizes, many: entry.many });
          entry.many = Math.min(sizes.many, Math.max(leastMany, Math.round((slot.perSecond * manyMs) / 1000)));
          if (round >= warmup) entry.slots.push({ ...slot, sitting });
        });
      }
    }
  } finally {
    for (const { running } of entries) await running?.end();
  }
  return entries;
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
