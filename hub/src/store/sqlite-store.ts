import type { DatabaseSync } from "node:sqlite";
import { countSpans } from "./count-spans.ts";
import { createGroupCommit } from "./group-commit.ts";
import { listAgents } from "./list-agents.ts";
import { listAsks } from "./list-asks.ts";
import { openDatabase } from "./open-database.ts";
import { createOthers } from "./others.ts";
import { createPendingAsks } from "./pending-asks.ts";
import { createReads } from "./read-asks.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createStatements } from "./statements.ts";
import type { Store, StoredEvent } from "./store.ts";
import { storeUnavailable, toStoreFailure } from "./store-failure.ts";
import { inTransaction } from "./transaction.ts";
import type { Work } from "./write-batch.ts";

export interface SqliteStoreOptions {
  /** How many events are remembered for those who come back; 10,000 unless told. */
  keepEvents?: number;
  /** After how many events, at the latest, asks that still wait get a row among those that do; 5,000 unless told. */
  listEvery?: number;
  /** How long a write may wait for a lock of another process; 2,000 ms unless told. Nothing else happens meanwhile. */
  busyTimeoutMs?: number;
  /** The most pages of 4 KiB the file may have. Beyond that, writes fail as on a full disk. */
  maxPages?: number;
  /** Where a listener that throws is told of; nowhere unless told. */
  log?: (message: string) => void;
}

// How many asks are forgotten in one piece, so that forgetting many does not hold the others up.
const forgetAtOnce = 100;

/**
 * A store in one SQLite file, which this process alone has open. Listeners hear of a commit right after it and before the
 * promises of its writes settle. Rejects with `store-unavailable` where the file cannot be used, and leaves it as it is.
 */
export async function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Promise<Store> {
  const { keepEvents = 10_000, listEvery = 5000, busyTimeoutMs = 2000, maxPages, log = () => {} } = options;
  const { database, id } = openDatabase(file, { busyTimeoutMs, maxPages });
  const sql = createStatements(database);
  const keptEvents = Math.max(1, keepEvents);
  const reads = createReads(sql, keptEvents);
  const recent = createRecentAsks(sql);
  const pending = createPendingAsks(sql, listEvery);
  const others = createOthers(sql, () => {
    recent.clear();
    pending.load();
  });
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  const toFailure = (error: unknown) => toStoreFailure(error, file);
  const commits = createGroupCommit(
    database,
    { keepEvents: keptEvents, reads, recent, pending, others, toFailure },
    (events) => {
      for (const listener of [...listeners]) tell(listener, events);
    },
  );

  let closed = false;

  // Most reads are done when they return; a promise for the promise would only make them later.
  function attempt<Result>(act: () => Result | Promise<Result>): Promise<Result> {
    if (closed) return Promise.reject(wasClosed());
    try {
      const result = act();
      if (!(result instanceof Promise)) return Promise.resolve(result);
      return result.catch((error) => {
        throw toFailure(error);
      });
    } catch (error) {
      return Promise.reject(toFailure(error));
    }
  }
  // For those that go by what is in memory.
  const attemptNow = <Result>(act: () => Result | Promise<Result>): Promise<Result> =>
    attempt(() => {
      others.glance();
      return act();
    });
  const write = <Result>(work: Work<Result>) => (closed ? Promise.reject(wasClosed()) : commits.run(work));
  const wasClosed = () => storeUnavailable(`${file} was closed. Start the hub again.`);

  /** A listener that fails must not keep others from hearing, nor a writer from its acknowledgement. */
  function tell(listener: (events: readonly StoredEvent[]) => void, events: readonly StoredEvent[]): void {
    try {
      listener(events);
    } catch (error) {
      log(`A listener of the store failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  return {
    id,
    create: (ask) => write((operations) => operations.create(ask)),
    end: (ask, outcome, due) => write((operations) => operations.end(ask, outcome, due)),
    saveDraft: (ask, change) => write((operations) => operations.saveDraft(ask, change)),
    extend: (ask, expiresAt) => write((operations) => operations.extend(ask, expiresAt)),
    saw: (sightings) => write((operations) => operations.saw(sightings)),
    async forget(endedBefore) {
      for (let total = 0; ; ) {
        const count = await write((operations) => operations.forget(endedBefore, forgetAtOnce));
        total += count;
        if (count < forgetAtOnce) return total;
      }
    },
    addToken: (token) => write((operations) => operations.addToken(token)),
    removeToken: (token) => write((operations) => operations.removeToken(token)),
    get: (ask) => attemptNow(() => recent.get(ask)),
    findByKey: (token, session, key) => attempt(() => reads.findByKey(token, session, key)),
    list: (query) => attemptNow(() => listAsks(sql, pending.unlisted, query)),
    countSpans: (starts) => attemptNow(() => countSpans(sql, pending.unlisted(), starts)),
    listAgents: (limit) => attempt(() => listAgents(sql, limit)),
    countPending: (scope) =>
      attemptNow(() => pending.count(scope && { token: scope.token, session: JSON.stringify(scope.session) })),
    eventsAfter: (sequence, limit) => attempt(() => reads.eventsAfter(sequence, limit)),
    lastSequence: () => attempt(() => reads.lastSequence()),
    nextDeadline: () => attempt(() => reads.nextDeadline()),
    findToken: (hash) => attempt(() => reads.findToken(hash)),
    listTokens: () => attempt(() => reads.listTokens()),
    check: () => attempt(() => probe(database)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (closed) return;
      closed = true;
      commits.flush();
      database.close();
    },
  };
}

/** Writes as much as a large ask takes and takes it away again, apart from other writes, which may still find room. */
function probe(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec(`INSERT INTO meta (name, value) VALUES ('probe', zeroblob(16384));
      DELETE FROM meta WHERE name = 'probe'`);
  });
}
