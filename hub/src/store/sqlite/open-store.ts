import { storeUnavailable } from "../../hub-errors.ts";
import type { Query } from "../queries/query.ts";
import { createQueryStore } from "../queries/query-store.ts";
import { tokenWithMade } from "../queries/tokens.ts";
import type { Store } from "../store.ts";
import { askSources } from "./ask-tables.ts";
import { inTransaction, type Statements } from "./connection.ts";
import { countSpans, listAgents } from "./count-spans.ts";
import { damagedCopies, keepDamaged } from "./damaged-copies.ts";
import { forgetAsks, freeSpace } from "./forget-asks.ts";
import { createGroupCommit, type Work } from "./group-commit.ts";
import { listAsks } from "./list-asks.ts";
import { createLiveDatabase } from "./live-database.ts";
import { openDatabase } from "./open-database.ts";
import { countPending, nextDeadline } from "./read-asks.ts";
import { eventsAfter, lastSequence } from "./read-events.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createSubscribers } from "./subscribers.ts";
import { createAsk, endAsk, recordSightings, saveDraft, setDelivery } from "./write-asks.ts";

export interface SqliteStoreOptions {
  /** How many events are kept for readers that come back. Default: 10,000. */
  keepEvents?: number;
  /** How long a write may wait for another process's lock. It blocks everything else. Default: 2,000 ms. */
  busyTimeoutMs?: number;
  /** How often to look for commits of other processes. Default: 1,000 ms. */
  pollEveryMs?: number;
  /** What to throw if the file is an empty database; by default it becomes a new store. */
  ifEmpty?: () => Error;
  /** The most pages of 4 KiB that the file may have; beyond that, writes fail as on a full disk. */
  maxPages?: number;
  /** Gets a message when a listener throws. */
  log?: (message: string) => void;
}

const idleMs = 1000;

/**
 * A store in one SQLite file. Other processes may have it open too; they are noticed within `pollEveryMs`, or at the next write.
 * Listeners are called right after a commit and before the promises of its writes settle. Rejects with `store-unavailable`
 * if the file cannot be used, and leaves it as it is.
 *
 * @example
 * const store = await openSqliteStore("asks.db", { log: console.error });
 */
export async function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Promise<Store> {
  const { busyTimeoutMs = 2000, pollEveryMs = 1000, maxPages, ifEmpty, log = () => {} } = options;
  const keepEvents = Math.max(1, options.keepEvents ?? 10_000);
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  const damage = keepDamaged(file);
  if (damage !== null) log(damage);
  const open = () => openDatabase(file, { busyTimeoutMs, maxPages, ifEmpty });
  const { database, id, epoch } = open();
  const live = createLiveDatabase(file, database, {
    reopen: () => open().database,
    onReopened: () => recent.clear(),
    log,
  });
  const { sql, toFailure } = live;
  const recent = createRecentAsks(sql);
  // Moves a log that was left behind into the file, so that damage in it is not reported again at every start.
  checkpoint({ erase: true });
  const subscribers = createSubscribers(sql, { pollEveryMs, log });
  const commits = createGroupCommit(sql, recent, { keepEvents, toFailure }, (events) => {
    checkpointWhenIdle();
    subscribers.committed(events);
  });
  const wasClosed = () => storeUnavailable(`${file} was closed. Start the hub again.`);

  /** Keeps the log short, because damage to one of its pages makes everything after it unreadable. */
  function checkpointWhenIdle(): void {
    if (idle !== undefined) idle.refresh();
    else idle = setTimeout(() => checkpoint(), idleMs).unref();
  }

  function checkpoint(options?: { erase: boolean }): void {
    try {
      if (!closed) live.checkpoint(options);
    } catch {
      // The log stays valid without a checkpoint; the next commit tries again.
    }
  }

  async function read<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    if (closed) throw wasClosed();
    try {
      return await act();
    } catch (error) {
      throw toFailure(error);
    }
  }

  function write<Result>(work: Work<Result>): Promise<Result> {
    return closed ? Promise.reject(wasClosed()) : commits.run(work);
  }

  const readRows: Query = (text, ...values) => read(() => sql(text).all(...values));
  const writeRows: Query = (text, ...values) => write(() => sql(text).all(...values));
  const queries = createQueryStore({
    ...{ read: readRows, readMuch: readRows, write: writeRows, writeMuch: writeRows, writeOnce: writeRows },
    ...{ askTables: askSources.endings, skipLocked: "" },
  });

  return {
    ...queries,
    id,
    epoch,
    create: (ask, limits) => write((transaction) => createAsk(transaction, ask, limits)),
    end: (ask, outcome, due) => write((transaction) => endAsk(transaction, ask, outcome, due)),
    saveDraft: (ask, change) => write((transaction) => saveDraft(transaction, ask, change)),
    recordSightings: (sightings) => write((transaction) => recordSightings(transaction, sightings)),
    setDelivery: (ask, delivery) => write((transaction) => setDelivery(transaction, ask, delivery)),
    forget: (deliveredBefore, undeliveredBefore = deliveredBefore) =>
      read(async () => {
        // So that the chain keeps what they were.
        await queries.sealRecords();
        const count = await forgetAsks(sql, write, deliveredBefore, undeliveredBefore);
        if (count === 0) return 0;
        await freeSpace(sql);
        // Otherwise the deleted data would still be in the log.
        checkpoint({ erase: true });
        return count;
      }),
    get: (ask) =>
      read(() => {
        recent.refresh();
        return recent.get(ask);
      }),
    list: (query) => read(() => listAsks(sql, query)),
    countPending: (scope) => read(() => countPending(sql, scope)),
    loadOf: (token) =>
      read(() => {
        recent.refresh();
        return recent.loadOf(token);
      }),
    nextDeadline: () => read(() => nextDeadline(sql)),
    countSpans: (starts) => read(() => countSpans(sql, starts)),
    listAgents: (limit) => read(() => listAgents(sql, limit)),
    eventsAfter: (sequence, limit) => read(() => eventsAfter(sql, sequence, limit, keepEvents)),
    lastSequence: () => read(() => lastSequence(sql)),
    subscribe: subscribers.add,
    removeToken: (token) => write(() => removeToken(sql, token)),
    warnings: () => damagedCopies(file).map(toWarning),
    check: () => read(() => probe(sql)),
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(idle);
      subscribers.stop();
      commits.flush();
      live.close();
    },
  };
}

function removeToken(sql: Statements, id: string): string[] {
  const gone = sql(`${tokenWithMade} DELETE FROM tokens WHERE id IN (SELECT id FROM gone) RETURNING id`).all(id);
  for (const row of gone) sql("DELETE FROM codes WHERE made_from = ?").run(String(row.id));
  return gone.map((row) => String(row.id));
}

/** Writes as much as a large ask needs and removes it again, in its own transaction. */
function probe(sql: Statements): void {
  inTransaction(sql, () => {
    sql("INSERT INTO meta (name, value) VALUES ('probe', zeroblob(16384))").run();
    sql("DELETE FROM meta WHERE name = 'probe'").run();
  });
}

function toWarning(copy: string): string {
  return `The log of the store was damaged, and accepted asks or answers may be missing. It was copied to ${copy} as it was found; move the copy away to end this warning.`;
}
