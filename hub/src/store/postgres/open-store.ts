import { storeUnavailable } from "../../hub-errors.ts";
import { createKnownServers } from "../../state/known-servers.ts";
import {
  addButton,
  addReceipt,
  dropLease,
  findButton,
  listDevices,
  receiptsOf,
  removeDevice,
  saveDevice,
  takeLease,
} from "../queries/devices.ts";
import { addGrant, listGrants, removeGrants } from "../queries/grants.ts";
import { recall, remember } from "../queries/notes.ts";
import { nextNoticeAt, noticesOf, settleNotice, takeDueNotices } from "../queries/notices.ts";
import { addPicture, copyPictures, keepPictures, pictureData, picturesOf } from "../queries/pictures.ts";
import type { Query } from "../queries/query.ts";
import { chainAfter, countUnsealed, sealRecords } from "../queries/record-chain.ts";
import { addCode, addToken, findToken, getToken, listTokens, takeCode, usedToken } from "../queries/tokens.ts";
import type { Store, StoredEvent } from "../store.ts";
import { createAnnouncements } from "./announcements.ts";
import { askTables } from "./ask-tables.ts";
import { chooseServer, toTimeline } from "./choose-server.ts";
import { openConnections } from "./connection.ts";
import { countSpans, listAgents } from "./count-spans.ts";
import { forgetAsks } from "./forget-asks.ts";
import { createGroupCommit } from "./group-commit.ts";
import { keepTrying } from "./keep-trying.ts";
import { isIndexed, listAsks } from "./list-asks.ts";
import { migrate } from "./migrate.ts";
import { addNotices, skipTaken } from "./notices.ts";
import { parsePlace } from "./place.ts";
import { countPending, loadOf, nextDeadline, readAsk } from "./read-asks.ts";
import { eventsAfter, lastSequence } from "./read-events.ts";
import { createRecentAsks } from "./recent-asks.ts";
import { createSubscribers } from "./subscribers.ts";
import { removeToken } from "./tokens.ts";
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

  const isOver = () => closed;

  async function read<Result>(act: (query: Query) => Promise<Result>, on = query): Promise<Result> {
    if (closed) throw wasClosed();
    return keepTrying(() => act(on), { isOver });
  }

  /** A read that may take long. */
  const scan = <Result>(act: (query: Query) => Promise<Result>) => read(act, slowQuery);

  /** A write that must not be done twice if the connection breaks. */
  async function once<Result>(act: (query: Query) => Promise<Result>): Promise<Result> {
    if (closed) throw wasClosed();
    return keepTrying(() => act(query), { isOver, isOnce: true });
  }

  function write<Result>(work: () => Work<Result>): Promise<Result> {
    if (closed) return Promise.reject(wasClosed());
    try {
      return commits.run(work());
    } catch (error) {
      return Promise.reject(error);
    }
  }

  return {
    id: opened.id,
    epoch: opened.epoch,
    messages: announcements.messages,
    create: (ask, limits) => write(() => createAsk(ask, limits)),
    end: (ask, outcome, due) => write(() => endAsk(ask, outcome, due)),
    saveDraft: (ask, change) => write(() => saveDraft(ask, change)),
    recordSightings: (sightings) => write(() => recordSightings(sightings)),
    setDelivery: (ask, delivery) => write(() => setDelivery(ask, delivery)),
    forget: (deliveredBefore, undeliveredBefore = deliveredBefore) =>
      scan(async (query) => {
        // So that the chain keeps what they were.
        await sealRecords(query, query, askTables);
        return forgetAsks(query, deliveredBefore, undeliveredBefore);
      }),
    get: (ask) => read((query) => readAsk(query, ask)),
    list: (given) => (isIndexed(given) ? read : scan)((query) => listAsks(query, given)),
    countPending: (scope) => scan((query) => countPending(query, scope)),
    loadOf: (token) => read((query) => loadOf(query, token)),
    nextDeadline: () => read(nextDeadline),
    countSpans: (starts) => scan((query) => countSpans(query, starts)),
    listAgents: (limit) => scan((query) => listAgents(query, limit)),
    eventsAfter: (sequence, limit) => read((query) => eventsAfter(query, sequence, limit, keepEvents)),
    lastSequence: () => read(lastSequence),
    subscribe: subscribers.add,
    addToken: (token) => once((query) => addToken(query, token)),
    removeToken: (token) => once((query) => removeToken(query, token)),
    addCode: (code) => once((query) => addCode(query, code)),
    takeCode: (hash) => once((query) => takeCode(query, hash)),
    usedToken: (id, at) => read((query) => usedToken(query, id, at)),
    findToken: (hash) => read((query) => findToken(query, hash)),
    getToken: (token) => read((query) => getToken(query, token)),
    listTokens: () => read(listTokens),
    addNotices: (notices) => read((query) => addNotices(query, notices)),
    takeDueNotices: (now, given) => once((query) => takeDueNotices(query, now, given, skipTaken)),
    settleNotice: (notice, result) => read((query) => settleNotice(query, notice, result)),
    nextNoticeAt: () => read(nextNoticeAt),
    noticesOf: (ask) => read((query) => noticesOf(query, ask)),
    saveDevice: (device) => read((query) => saveDevice(query, device)),
    listDevices: () => read(listDevices),
    removeDevice: (device) => read((query) => removeDevice(query, device)),
    addButtons: (buttons) =>
      read(async (query) => void (await Promise.all(buttons.map((button) => addButton(query, button))))),
    findButton: (hash) => read((query) => findButton(query, hash)),
    addReceipt: (receipt) => read((query) => addReceipt(query, receipt)),
    receiptsOf: (ask) => read((query) => receiptsOf(query, ask)),
    takeLease: (name, lease) => read((query) => takeLease(query, name, lease)),
    dropLease: (name, lease) => read((query) => dropLease(query, name, lease)),
    sealRecords: () => scan((query) => sealRecords(query, query, askTables)),
    chainAfter: (sequence, limit) => scan((query) => chainAfter(query, sequence, limit)),
    countUnsealed: () => scan(countUnsealed),
    addGrant: (grant) => once((query) => addGrant(query, grant)),
    listGrants: () => read(listGrants),
    removeGrants: (ids) => read((query) => removeGrants(query, ids)),
    // A picture takes longer than any other row.
    addPicture: (picture, most) => scan((query) => addPicture(query, picture, most)),
    picturesOf: (ask) => read((query) => picturesOf(query, ask)),
    pictureData: (ask, hash) => scan((query) => pictureData(query, ask, hash)),
    keepPictures: (ask, hashes) => read((query) => keepPictures(query, ask, hashes)),
    copyPictures: (from, to) => scan((query) => copyPictures(query, from, to)),
    remember: (name, value) => read((query) => remember(query, name, value)),
    recall: (name) => read((query) => recall(query, name)),
    warnings: () => unsafe,
    check: () => once((query) => remember(query, "probe", "")),
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
