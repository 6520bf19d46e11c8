import { storeUnavailable } from "../../hub-errors.ts";
import { createKnownServers } from "../../state/known-servers.ts";
import { askTables } from "../queries/ask-columns.ts";
import type { Query } from "../queries/query.ts";
import { createQueryStore } from "../queries/query-store.ts";
import { tokenWithMade } from "../queries/tokens.ts";
import type { Store, StoredEvent } from "../store.ts";
import { createAnnouncements } from "./announcements.ts";
import { chooseServer, toTimeline } from "./choose-server.ts";
import { openConnections } from "./connection.ts";
import { countSpans, listAgents } from "./count-spans.ts";
import { forgetAsks } from "./forget-asks.ts";
import { createGroupCommit } from "./group-commit.ts";
import { keepTrying } from "./keep-trying.ts";
import { isIndexed, listAsks } from "./list-asks.ts";
import { migrate } from "./migrate.ts";
import { parsePlace } from "./place.ts";
import { countPending, loadOf, nextDeadline, readAsk } from "./read-asks.ts";
import { eventsAfter, lastSequence } from "./read-events.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createSubscribers } from "./subscribers.ts";
import { createAsk, endAsk, recordSightings, saveDraft, setDelivery, type Work } from "./write-asks.ts";

export interface PostgresStoreOptions {
  /** How many events are kept for readers that come back. Default: 10,000. */
  keepEvents?: number;
  /** How often to look for commits of other hubs, besides their notifications. Default: 1,000 ms. */
  pollEveryMs?: number;
  /** How long a short statement may take before the server is assumed to be gone. Default: 6,000 ms. */
  replyMs?: number;
  /** The state directory, where the newest server that was seen is remembered. */
  directory?: string;
  /** Whether to wait for a database that is away, instead of failing after 8 seconds. */
  isPatient?: boolean;
  /** Gets a message when a listener throws, notifications stop, or the database is waited for. */
  log?: (message: string) => void;
}

// Old events are found by counting rows, because sequences jump.
const deleteOld = `DELETE FROM yourcall.draft_events WHERE sequence <=
  (SELECT sequence FROM yourcall.draft_events ORDER BY sequence DESC OFFSET $1 LIMIT 1)`;
const deleteToken = `${tokenWithMade},
  codes AS (DELETE FROM yourcall.codes WHERE made_from IN (SELECT id FROM gone))
  DELETE FROM yourcall.tokens WHERE id IN (SELECT id FROM gone) RETURNING id`;
const writeProbe = `INSERT INTO yourcall.meta (name, value) VALUES ('probe', '')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/**
 * A store in a PostgreSQL database, for any number of hubs. `docs/scale.md` describes the address and the rights needed. Rejects with
 * `store-unavailable` if the database cannot be used.
 *
 * @example
 * import { startHub } from "@yourcall/hub";
 * const store = () => openPostgresStore("postgres://localhost/yourcall");
 * await startHub({ directory: "/var/lib/my-app/hub", version: "1.0.0", store });
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<Store> {
  const { pollEveryMs = 1000, log = () => {} } = options;
  const keepEvents = Math.max(1, options.keepEvents ?? 10_000);
  const place = parsePlace(url);
  const choice = chooseServer(place, createKnownServers(options.directory), log);
  const connections = openConnections(place, { ...options, choice });
  const { query, slowQuery } = connections;
  let closed = false;
  let unsafe: string[] = [];
  const opened = await keepTrying(async () => {
    const name = await migrate(connections, place.schema);
    unsafe = await findUnsafeSettings(query);
    choice.recordServer(name.id);
    return { ...name, notifiedUpTo: await lastSequence(query) };
  }, toPatience(options)).catch(async (error) => {
    await connections.close();
    throw error;
  });
  const recent = createRecentAsks();
  const subscribers = createSubscribers(query, recent, { pollEveryMs, notifiedUpTo: opened.notifiedUpTo, log });
  const announcements = createAnnouncements(place, connections, {
    onNews: () => void subscribers.poll(),
    serverInUse: () => choice.current()?.host,
    log,
  });
  // Old draft events are deleted in batches.
  const piece = Math.max(1, Math.floor(keepEvents / 10));
  const onCommitted = (base: number, events: readonly StoredEvent[]) => {
    subscribers.committed(base, events);
    const last = base + events.length;
    if (Math.floor(base / piece) !== Math.floor(last / piece)) void query(deleteOld, keepEvents).catch(() => {});
  };
  const commits = createGroupCommit(connections, recent, {
    ...{ announce: announcements.announce, onCommitted },
    timeline: () => toTimeline(choice.current()),
    onTimeline: (timeline) => choice.recordServer(opened.id, timeline),
  });
  const wasClosed = () => storeUnavailable(`${place.name} was closed. Start the hub again.`);

  /** Tries again while the database is away. */
  function repeat(on: Query, isOnce = false): Query {
    return async (text, ...values) => {
      if (closed) throw wasClosed();
      return keepTrying(() => on(text, ...values), { isOver: () => closed, isOnce });
    };
  }

  const [run, runMuch, runOnce] = [repeat(query), repeat(slowQuery), repeat(query, true)];
  const queries = createQueryStore({
    ...{ read: run, readMuch: runMuch, write: run, writeMuch: runMuch, writeOnce: runOnce },
    ...{ askTables, skipLocked: "FOR UPDATE SKIP LOCKED" },
  });

  async function write<Result>(work: () => Work<Result>): Promise<Result> {
    if (closed) throw wasClosed();
    return commits.run(work());
  }

  return {
    ...queries,
    id: opened.id,
    epoch: opened.epoch,
    messages: announcements.messages,
    create: (ask, limits) => write(() => createAsk(ask, limits)),
    end: (ask, outcome, due) => write(() => endAsk(ask, outcome, due)),
    saveDraft: (ask, change) => write(() => saveDraft(ask, change)),
    recordSightings: (sightings) => write(() => recordSightings(sightings)),
    setDelivery: (ask, delivery) => write(() => setDelivery(ask, delivery)),
    async forget(deliveredBefore, undeliveredBefore = deliveredBefore) {
      // The hashes of the asks must be in the chain before the asks are deleted.
      await queries.sealRecords();
      return forgetAsks(runMuch, deliveredBefore, undeliveredBefore);
    },
    get: (ask) => readAsk(run, ask),
    list: (given) => listAsks(isIndexed(given) ? run : runMuch, given),
    countPending: (scope) => countPending(runMuch, scope),
    loadOf: (token) => loadOf(run, token),
    nextDeadline: () => nextDeadline(run),
    countSpans: (starts) => countSpans(runMuch, starts),
    listAgents: (limit) => listAgents(runMuch, limit),
    eventsAfter: (sequence, limit) => eventsAfter(run, sequence, limit, keepEvents),
    lastSequence: () => lastSequence(run),
    subscribe: subscribers.add,
    removeToken: async (token) => (await runOnce(deleteToken, token)).map(({ id }) => String(id)),
    warnings: () => unsafe,
    check: async () => void (await runOnce(writeProbe)),
    async close() {
      if (closed) return;
      closed = true;
      await commits.settled();
      subscribers.stop();
      await announcements.stop();
      await connections.close();
    },
  };
}

function toPatience({ isPatient = false, log = () => {} }: PostgresStoreOptions) {
  return isPatient ? { onAway: ({ message }: Error) => log(`${message} The hub keeps trying.`) } : {};
}

/** Warnings about settings with which PostgreSQL may lose what it has acknowledged. */
async function findUnsafeSettings(query: Query): Promise<string[]> {
  const rows = await query(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'",
  );
  return rows.map(
    ({ name }) => `PostgreSQL runs with ${name} = off, so a crash can lose accepted asks and answers. Set it to on.`,
  );
}
