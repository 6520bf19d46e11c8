import { toAskColumn } from "../ask-row.ts";
import { toAskText, toOutcomeText } from "../search-text.ts";
import type { AskRecord, Delivery, NewAsk, PendingLimits, Store } from "../store.ts";

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
  const taken = key === null ? null : findByKey(sql, token, session, key);
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
    const [sessionText, keyText] = [JSON.stringify(session), key === null ? null : JSON.stringify(key)];
    sql(insertAsk).run(
      ...[position, ask.id, token, sessionText, keyText, agent.name, ask.createdAt, ask.lastSeenAt],
      ...[column, toAskText(ask.questions)],
    );
    sql(insertPending).run(position, token, sessionText, ask.createdAt, ask.expiresAt, bytes);
    recent.changeLoad(token, { pending: 1, bytes });
    const fresh = { delivery: null, draftRevision: 0, draft: null, outcome: null, endedAt: null };
    return { ...ask, position, status: "pending", ...fresh };
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
  const isDue = options.dueBy === undefined || (found.expiresAt !== null && found.expiresAt <= options.dueBy);
  if (found.status !== "pending" || !isDue) return { record: found, ended: false };
  const outcome = typeof given === "function" ? given(found) : given;
  if (outcome === null) return { record: found, ended: false };
  const endedAt = Date.parse(outcome.at);
  if (Number.isNaN(endedAt)) throw new RangeError(`"${outcome.at}" is not a time.`);
  const column = JSON.stringify(outcome);
  const record = emit("ask-ended", (sequence) => {
    const { position, token, agent, createdAt, expiresAt, draftRevision, draft } = found;
    recent.changeLoad(token, { pending: -1, bytes: -recent.bytesOf(found) });
    sql(deletePending).run(position);
    sql(insertEnding).run(
      ...[sequence, position, outcome.status, token, JSON.stringify(agent.session ?? null), agent.name, createdAt],
      ...[endedAt, expiresAt, draftRevision, draft === null ? null : JSON.stringify(draft)],
      ...[column, toOutcomeText(outcome)],
    );
    const delivery: Delivery = { state: options.taken === true ? "taken" : "waiting", at: endedAt };
    if (options.taken === true) writeDelivery(sql, position, delivery);
    return { ...found, status: outcome.status, outcome, endedAt, delivery };
  });
  recent.change(record, column.length);
  return { record, ended: true };
}

export function saveDraft(
  { sql, recent, emit }: Transaction,
  id: string,
  change: Parameters<Store["saveDraft"]>[1],
): Result<"saveDraft"> {
  const found = recent.get(id);
  if (found === null) return null;
  const { baseRevision, expiresAt, ...draft } = change;
  if (found.status !== "pending" || found.draftRevision !== baseRevision) return { record: found, saved: false };
  const draftRevision = baseRevision + 1;
  const column = JSON.stringify(draft);
  const record = emit("ask-drafted", (sequence) => {
    sql(updateDraft).run(column, draftRevision, expiresAt, found.position);
    sql(insertEvent).run(sequence, found.position, "ask-drafted");
    return { ...found, draft, draftRevision, expiresAt };
  });
  recent.change(record, column.length);
  return { record, saved: true };
}

export function saw(transaction: Transaction, sightings: Parameters<Store["saw"]>[0]): void {
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
  if (found === null || found.delivery === null) return found;
  if (found.delivery.state === delivery.state && found.delivery.note === delivery.note) return found;
  return deliver(transaction, found, delivery);
}

function deliver({ sql, recent, emit }: Transaction, found: AskRecord, delivery: Delivery): AskRecord {
  return emit("ask-delivered", (sequence) => {
    sql(insertEvent).run(sequence, found.position, "ask-delivered");
    writeDelivery(sql, found.position, delivery);
    recent.drop(found.id);
    if (delivery.state === "waiting") return recent.get(found.id) ?? found;
    // Changing the ask in memory saves reading and parsing it once more. A delivery also shows that the agent is still there.
    return { ...found, delivery, lastSeenAt: Math.max(found.lastSeenAt, delivery.at) };
  });
}

function writeDelivery(sql: Statements, position: number, { state, at, note }: Delivery): void {
  if (state === "waiting") sql(forgetDelivery).run(position);
  else sql(setDeliveryOf).run(position, state, at, note ?? null);
}
