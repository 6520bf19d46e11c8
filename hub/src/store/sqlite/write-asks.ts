import { toAskText, toOutcomeText } from "../search-text.ts";
import type { AskRecord, Delivery, NewAsk, PendingLimits, Store } from "../store.ts";
import { toAskColumn, toDelivered, toDrafted, toEnded, toPending } from "../stored-ask.ts";
import type { Statements } from "./connection.ts";
import type { Transaction } from "./group-commit.ts";
import { countPending, findByKey } from "./read-asks.ts";

const insertAsk = `INSERT INTO asks
  (position, id, token, session, key, agent, created_at, last_seen_at, ask, search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertPending =
  "INSERT INTO pending (position, token, session, created_at, expires_at, bytes) VALUES (?, ?, ?, ?, ?, ?)";
const deletePending = "DELETE FROM pending WHERE position = ?";
const updateDraft = "UPDATE pending SET draft = ?, draft_revision = ?, expires_at = ? WHERE position = ?";
const insertEvent = "INSERT INTO draft_events (sequence, position, type) VALUES (?, ?, ?)";
const insertEnding = `INSERT INTO endings
  (sequence, position, status, token, session, agent, created_at, ended_at, expires_at, draft_revision, draft, outcome, search)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const useGrant = "UPDATE grants SET uses = uses + 1, used_at = ? WHERE id = ?";
const addSighting = `INSERT INTO sightings (position, last_seen_at) VALUES (?, ?)
  ON CONFLICT (position) DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at)`;
const setDeliveryOf = `INSERT INTO sightings (position, last_seen_at, delivery, delivered_at, delivery_note)
  VALUES (?1, ?3, ?2, ?3, ?4)
  ON CONFLICT (position) DO UPDATE
  SET last_seen_at = max(last_seen_at, ?3), delivery = ?2, delivered_at = ?3, delivery_note = ?4`;
const forgetDelivery =
  "UPDATE sightings SET delivery = NULL, delivered_at = NULL, delivery_note = NULL WHERE position = ?";

type Result<Name extends "create" | "end" | "saveDraft"> = Awaited<ReturnType<Store[Name]>>;

export function createAsk(
  { sql, recent, emit }: Transaction,
  ask: NewAsk,
  limits: PendingLimits = {},
): Result<"create"> {
  const { token, key, agent } = ask;
  const session = agent.session ?? null;
  // No other ask can take a key that is held, so only the newest ask with a key can hold it.
  const taken = key === undefined ? null : findByKey(sql, token, session, key);
  if (taken !== null && taken.status !== "cancelled" && taken.status !== "expired")
    return { record: taken, created: false };
  const column = toAskColumn(ask);
  const bytes = Buffer.byteLength(column);
  const { maxPending = Infinity, maxPendingOfToken = Infinity, maxBytesOfToken = Infinity } = limits;
  const load = recent.loadOf(token);
  if (load.pending >= maxPendingOfToken || load.bytes + bytes > maxBytesOfToken) return null;
  // A session never has more than its token, so count it only if the token has that many.
  if (load.pending >= maxPending && countPending(sql, { token, session }) >= maxPending) return null;
  const record = emit("ask-created", (position) => {
    const [sessionText, keyText] = [JSON.stringify(session), key === undefined ? null : JSON.stringify(key)];
    sql(insertAsk).run(
      ...[position, ask.id, token, sessionText, keyText, agent.name, ask.createdAt, ask.lastSeenAt],
      ...[column, toAskText(ask.questions)],
    );
    sql(insertPending).run(position, token, sessionText, ask.createdAt, ask.expiresAt ?? null, bytes);
    recent.changeLoad(token, { pending: 1, bytes });
    return toPending(ask, position);
  });
  recent.add(record, bytes);
  return { record, created: true };
}

export function endAsk(
  { sql, recent, emit }: Transaction,
  id: string,
  given: Parameters<Store["end"]>[1],
  options: Parameters<Store["end"]>[2] = {},
): Result<"end"> {
  const found = recent.get(id);
  if (found === null) return null;
  const ended = toEnded(found, given, options);
  if (ended === null) return { record: found, ended: false };
  if (options.grant !== undefined && sql(useGrant).run(ended.endedAt, options.grant).changes === 0)
    return { record: found, ended: false };
  const column = JSON.stringify(ended.outcome);
  emit("ask-ended", (sequence) => {
    const { position, token, agent, createdAt, endedAt, expiresAt, draftRevision, draft, outcome, delivery } = ended;
    recent.changeLoad(token, { pending: -1, bytes: -recent.bytesOf(found) });
    sql(deletePending).run(position);
    sql(insertEnding).run(
      ...[sequence, position, outcome.status, token, JSON.stringify(agent.session ?? null), agent.name, createdAt],
      ...[endedAt, expiresAt ?? null, draftRevision, draft === undefined ? null : JSON.stringify(draft)],
      ...[column, toOutcomeText(outcome)],
    );
    if (delivery.state === "taken") writeDelivery(sql, position, delivery);
    return ended;
  });
  recent.change(ended, column.length);
  return { record: ended, ended: true };
}

export function saveDraft(
  { sql, recent, emit }: Transaction,
  id: string,
  change: Parameters<Store["saveDraft"]>[1],
): Result<"saveDraft"> {
  const found = recent.get(id);
  if (found === null) return null;
  const drafted = toDrafted(found, change);
  if (drafted === null) return { record: found, saved: false };
  const column = JSON.stringify(drafted.draft);
  emit("ask-drafted", (sequence) => {
    sql(updateDraft).run(column, drafted.draftRevision, drafted.expiresAt ?? null, drafted.position);
    sql(insertEvent).run(sequence, drafted.position, "ask-drafted");
    return drafted;
  });
  recent.change(drafted, column.length);
  return { record: drafted, saved: true };
}

export function recordSightings(transaction: Transaction, sightings: Parameters<Store["recordSightings"]>[0]): void {
  const { sql, recent } = transaction;
  for (const { id, lastSeenAt, takenAt } of sightings) {
    const found = recent.get(id);
    if (found === null) continue;
    if (takenAt !== undefined && found.delivery?.state === "waiting")
      deliver(transaction, found, { state: "taken", at: takenAt });
    else {
      recent.drop(id);
      sql(addSighting).run(found.position, lastSeenAt);
    }
  }
}

export function setDelivery(transaction: Transaction, id: string, delivery: Delivery): AskRecord | null {
  const found = transaction.recent.get(id);
  return found === null ? null : deliver(transaction, found, delivery);
}

function deliver({ sql, recent, emit }: Transaction, found: AskRecord, given: Delivery): AskRecord {
  const delivered = toDelivered(found, given);
  if (delivered === null) return found;
  return emit("ask-delivered", (sequence) => {
    sql(insertEvent).run(sequence, found.position, "ask-delivered");
    writeDelivery(sql, found.position, delivered.delivery);
    recent.drop(found.id);
    return delivered;
  });
}

function writeDelivery(sql: Statements, position: number, { state, at, note }: Delivery): void {
  if (state === "waiting") sql(forgetDelivery).run(position);
  else sql(setDeliveryOf).run(position, state, at, note ?? null);
}
