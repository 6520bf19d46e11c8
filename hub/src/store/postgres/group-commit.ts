import { storeUnavailable } from "../../hub-errors.ts";
import type { StoredEvent } from "../store.ts";
import { createBatch } from "./batch.ts";
import type { Connections } from "./connection.ts";
import { type Facts, readAsks, readFacts } from "./facts.ts";
import { keepTrying } from "./keep-trying.ts";
import type { RecentAsks } from "./recent-asks.ts";
import { LostConnection } from "./store-failure.ts";
import type { Work } from "./write-asks.ts";

interface GroupCommit {
  /** Runs the work in one batch with everything that arrived while the last one was written. Settles once the commit is on disk. */
  run<Result>(work: Work<Result>): Promise<Result>;
  /** Resolves when everything passed to `run` before has been written. */
  settled(): Promise<void>;
}

interface Waiting {
  work: Work<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface GroupCommitOptions {
  /** Called when a commit with events is sent. */
  announce(): void;
  /** Called when it is on disk. */
  onCommitted(base: number, events: readonly StoredEvent[]): void;
  /** The newest timeline that was seen. An older server, which a pooler may have connected us to, must not commit. */
  timeline(): string;
  /** Called with a newer one. */
  onTimeline(timeline: number): void;
}

const largestBatch = 500;
// Each further attempt means that another hub has changed the asks of this batch in the meantime.
const mostAttempts = 100;
const duplicate = "23505";

/**
 * Writes one batch at a time, in one statement, decided first on what this hub remembers and, if that was stale, on what it then
 * reads. So most writes are one round trip, no lock outlives a statement, and a paused hub blocks nobody. The promises settle after
 * `onCommitted`, in the order of the writes.
 */
export function createGroupCommit(
  { query, queryInOrder }: Pick<Connections, "query" | "queryInOrder">,
  recent: RecentAsks,
  { announce, onCommitted, timeline, onTimeline }: GroupCommitOptions,
): GroupCommit {
  const queue: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    // Whatever else arrives in this turn shares the commit.
    await new Promise(setImmediate);
    while (queue.length > 0) await writeOne(takeBatch(queue));
    writing = undefined;
  }

  async function writeOne(waiting: readonly Waiting[]): Promise<void> {
    let isRetry = false;
    try {
      await keepTrying(async () => {
        try {
          await attempt(waiting, isRetry);
        } catch (error) {
          if (error instanceof LostConnection && error.isUnknown) isRetry = true;
          throw error;
        }
      });
    } catch (error) {
      // If the database refuses one write, the others must not fail with it.
      if (waiting.length > 1 && !isStoreFailure(error)) for (const one of waiting) await writeOne([one]);
      else for (const { reject } of waiting) reject(error);
    }
  }

  async function attempt(waiting: readonly Waiting[], isRetry: boolean): Promise<void> {
    const needs = waiting.map(({ work }) => work.needs);
    const quick = isRetry ? null : await quickFacts(needs.flatMap(({ ids = [] }) => ids));
    let facts: Facts | null = quick?.facts ?? null;
    for (let count = 0; count < mostAttempts; count++) {
      facts ??= await readFacts(query, needs);
      const isQuick = facts === quick?.facts;
      const { batch, commit, isChanged } = createBatch(facts, isRetry);
      const results = waiting.map(({ work }) => {
        try {
          return { value: work.act(batch) };
        } catch (error) {
          return { error };
        }
      });
      facts = null;
      // The commit checks only asks that it changes, so leaving one unchanged must not be decided on a remembered state.
      const isSure = !isQuick || quick?.remembered.every(isChanged) === true;
      const written = await (isSure
        ? commit(queryInOrder, { onSent: announce, timeline: timeline() })
        : Promise.resolve(null)
      ).catch((error) => {
        // The id already exists; read the facts to decide whether this is the same ask.
        if (count === 0 && (error as { code?: unknown }).code === duplicate) return null;
        throw error;
      });
      for (const { ids = [] } of needs) for (const id of ids) recent.drop(id);
      if (written === null) continue;
      if (written.timeline > timeline()) onTimeline(Number.parseInt(written.timeline, 16));
      for (const { record, bytes } of written.created) recent.add(record, bytes);
      if (written.events.length > 0) onCommitted(written.base, written.events);
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const result = results[index];
        if (result !== undefined && "error" in result) reject(result.error);
        else resolve(result?.value);
      }
      return;
    }
    throw storeUnavailable("Other hubs changed the same asks again and again. Nothing was written. Try again.");
  }

  /** Pending asks from memory, and the others from the database. */
  async function quickFacts(ids: readonly string[]): Promise<{ facts: Facts; remembered: string[] }> {
    const known = ids.flatMap((id) => recent.get(id) ?? []);
    const remembered = known.map(({ record }) => record.id);
    const asks = await readAsks(
      query,
      ids.filter((id) => !remembered.includes(id)),
    );
    for (const each of known) asks.set(each.record.id, each);
    return { facts: { asks }, remembered };
  }

  return {
    run<Result>(work: Work<Result>) {
      return new Promise<Result>((resolve, reject) => {
        queue.push({ work, resolve: resolve as Waiting["resolve"], reject });
        writing ??= writeAll();
      });
    },
    settled: async () => writing,
  };
}

/** The next writes. One that needs an ask created by another of them has to wait for the next batch. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const created = new Set<string>();
  let count = 0;
  for (const { work } of queue) {
    const { ids = [], create } = work.needs;
    if (count >= largestBatch || ids.some((id) => created.has(id)) || (create && created.has(create.id))) break;
    if (create !== undefined) created.add(create.id);
    count += 1;
  }
  return queue.splice(0, count);
}

function isStoreFailure(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "store-unavailable";
}
