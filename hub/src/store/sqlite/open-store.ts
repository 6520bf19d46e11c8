import type { Store } from "../store.ts";
import { createStatements, inTransaction, type Statements } from "./connection.ts";
import { countSpans, listAgents } from "./count-spans.ts";
import { createGroupCommit, type Work } from "./group-commit.ts";
import { listAsks } from "./list-asks.ts";
import { addNotices, failedNotices, nextNoticeAt, noticesOf, settleNotice, takeDueNotices } from "./notices.ts";
import { openDatabase } from "./open-database.ts";
import { countPending, findByKey, loadOf, nextDeadline } from "./read-asks.ts";
import { eventsAfter, lastSequence } from "./read-events.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { storeUnavailable, toStoreFailure } from "./store-failure.ts";
import { createSubscribers } from "./subscribers.ts";
import { addToken, findToken, getToken, listTokens, removeToken, usedTokens } from "./tokens.ts";
import { createAsk, endAsk, extend, forget, saveDraft, saw, setDelivery } from "./write-asks.ts";

export interface SqliteStoreOptions {
  /** How many events are kept for readers that come back. Default: 10,000. */
  keepEvents?: number;
  /** How long a write may wait for another process's lock. It blocks everything else. Default: 2,000 ms. */
  busyTimeoutMs?: number;
  /** How often to look for commits of other processes. Default: 1,000 ms. */
  lookEveryMs?: number;
  /** The most pages of 4 KiB the file may have. Beyond that, writes fail as on a full disk. */
  maxPages?: number;
  /** Gets a message when a listener throws. */
  log?: (message: string) => void;
}

// How many asks are deleted in one commit, so that deleting many does not delay others.
const forgetAtOnce = 100;

/**
 * A store in one SQLite file. Other processes may have it open too; they are noticed within `lookEveryMs`, or at the next write.
 * Listeners are called right after a commit and before the promises of its writes settle. Rejects with `store-unavailable`
 * if the file cannot be used, and leaves it as it is.
 */
export async function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Promise<Store> {
  const { busyTimeoutMs = 2000, lookEveryMs = 1000, maxPages, log = () => {} } = options;
  const keepEvents = Math.max(1, options.keepEvents ?? 10_000);
  const { database, id, epoch } = openDatabase(file, { busyTimeoutMs, maxPages });
  const sql = createStatements(database);
  const subscribers = createSubscribers(sql, { lookEveryMs, log });
  const recent = createRecentAsks(sql);
  const toFailure = (error: unknown) => toStoreFailure(error, file);
  const commits = createGroupCommit(sql, recent, { keepEvents, toFailure }, subscribers.committed);
  const wasClosed = () => storeUnavailable(`${file} was closed. Start the hub again.`);
  let closed = false;

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

  return {
    id,
    epoch,
    create: (ask, limits) => write((transaction) => createAsk(transaction, ask, limits)),
    end: (ask, outcome, due) => write((transaction) => endAsk(transaction, ask, outcome, due)),
    saveDraft: (ask, change) => write((transaction) => saveDraft(transaction, ask, change)),
    extend: (ask, expiresAt) => write((transaction) => extend(transaction, ask, expiresAt)),
    saw: (sightings) => write((transaction) => saw(transaction, sightings)),
    setDelivery: (ask, delivery) => write((transaction) => setDelivery(transaction, ask, delivery)),
    async forget(endedBefore) {
      for (let total = 0; ; ) {
        const count = await write((transaction) => forget(transaction, endedBefore, forgetAtOnce));
        total += count;
        if (count < forgetAtOnce) return total;
      }
    },
    get: (ask) =>
      read(() => {
        recent.refresh();
        return recent.get(ask);
      }),
    findByKey: (token, session, key) => read(() => findByKey(sql, token, session, key)),
    list: (query) => read(() => listAsks(sql, query)),
    countPending: (scope) => read(() => countPending(sql, scope)),
    loadOf: (token) => read(() => loadOf(sql, token)),
    nextDeadline: () => read(() => nextDeadline(sql)),
    countSpans: (starts) => read(() => countSpans(sql, starts)),
    listAgents: (limit) => read(() => listAgents(sql, limit)),
    eventsAfter: (sequence, limit) => read(() => eventsAfter(sql, sequence, limit, keepEvents)),
    lastSequence: () => read(() => lastSequence(sql)),
    subscribe: subscribers.add,
    addToken: (token) => write(() => addToken(sql, token)),
    removeToken: (token) => write(() => removeToken(sql, token)),
    usedTokens: (uses) => write(() => usedTokens(sql, uses)),
    findToken: (hash) => read(() => findToken(sql, hash)),
    getToken: (id) => read(() => getToken(sql, id)),
    listTokens: () => read(() => listTokens(sql)),
    addNotices: (notices) => write(() => addNotices(sql, notices)),
    takeDueNotices: (now, options) => write(() => takeDueNotices(sql, now, options)),
    settleNotice: (notice, result) => write(() => settleNotice(sql, notice, result)),
    nextNoticeAt: () => read(() => nextNoticeAt(sql)),
    noticesOf: (ask) => read(() => noticesOf(sql, ask)),
    failedNotices: (since, limit) => read(() => failedNotices(sql, since, limit)),
    check: () => read(() => probe(sql)),
    async close() {
      if (closed) return;
      closed = true;
      subscribers.stop();
      commits.flush();
      database.close();
    },
  };
}

/** Writes as much as a large ask takes and removes it again, in its own transaction. */
function probe(sql: Statements): void {
  inTransaction(sql, () => {
    sql("INSERT INTO meta (name, value) VALUES ('probe', zeroblob(16384))").run();
    sql("DELETE FROM meta WHERE name = 'probe'").run();
  });
}
