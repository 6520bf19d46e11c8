import type { Outcome } from "@yourcall/core";
import type { AskRecord, Delivery, NewAsk, Store } from "./store.ts";

// An ask as every store keeps it: its row, and what each write makes of it.

/** An ask as a database returns it. `ask`, `draft`, `outcome`, `session` and `key` are JSON texts. */
interface AskRow {
  position: number;
  id: string;
  token: string;
  key: string | null;
  status: AskRecord["status"];
  created_at: number;
  expires_at: number | null;
  last_seen_at: number;
  delivery: "taken" | "refused" | null;
  delivered_at: number | null;
  delivery_note: string | null;
  ended_at: number | null;
  draft_revision: number;
  draft: string | null;
  outcome: string | null;
  ask: string;
}

/** The part of an ask that never changes and that no query needs. */
type AskPart = Omit<NewAsk, "id" | "token" | "key" | "createdAt" | "expiresAt" | "lastSeenAt">;

/** The text of the column `ask`. */
export function toAskColumn(ask: NewAsk | AskRecord): string {
  const { id, position, token, key, status, createdAt, expiresAt, lastSeenAt, delivery, ...rest } = ask as AskRecord;
  const { draftRevision, draft, outcome, endedAt, ...part } = rest;
  return JSON.stringify(part satisfies AskPart);
}

/** A row of `SELECT ${askColumns}` as a record. */
export function toRecord(row: unknown): AskRecord {
  const columns = row as AskRow;
  const ask = JSON.parse(columns.ask) as AskPart;
  return {
    ...ask,
    id: columns.id,
    position: columns.position,
    token: columns.token,
    key: parseColumn(columns.key),
    status: columns.status,
    createdAt: columns.created_at,
    expiresAt: columns.expires_at ?? undefined,
    lastSeenAt: columns.last_seen_at,
    delivery: toDelivery(columns),
    draftRevision: columns.draft_revision,
    draft: parseColumn(columns.draft),
    outcome: parseColumn(columns.outcome),
    endedAt: columns.ended_at ?? undefined,
  };
}

function parseColumn<Value>(text: string | null): Value | undefined {
  return text === null ? undefined : (JSON.parse(text) as Value);
}

function toDelivery({ ended_at, delivery, delivered_at, delivery_note }: AskRow): Delivery | undefined {
  if (ended_at === null) return undefined;
  if (delivery === null || delivered_at === null) return { state: "waiting", at: ended_at };
  return { state: delivery, at: delivered_at, ...(delivery_note === null ? {} : { note: delivery_note }) };
}

/** A new ask at this position. */
export function toPending(ask: NewAsk, position: number): AskRecord {
  return { ...ask, position, status: "pending", draftRevision: 0 };
}

type EndedRecord = AskRecord & { outcome: Outcome; endedAt: number; delivery: Delivery };

/** The ask as it ends; null if it does not end now. The arguments are those of `Store.end`. */
export function toEnded(
  found: AskRecord,
  given: Parameters<Store["end"]>[1],
  { dueBy, taken = false }: Parameters<Store["end"]>[2] = {},
): EndedRecord | null {
  if (found.status !== "pending") return null;
  if (dueBy !== undefined && (found.expiresAt === undefined || found.expiresAt > dueBy)) return null;
  const outcome = typeof given === "function" ? given(found) : given;
  if (outcome === null) return null;
  const endedAt = Date.parse(outcome.at);
  if (Number.isNaN(endedAt)) throw new RangeError(`"${outcome.at}" is not a time.`);
  const isTaken = typeof taken === "function" ? taken(found) : taken;
  const delivery: Delivery = { state: isTaken ? "taken" : "waiting", at: endedAt };
  const lastSeenAt = isTaken ? Math.max(found.lastSeenAt, endedAt) : found.lastSeenAt;
  return { ...found, status: outcome.status, outcome, endedAt, delivery, lastSeenAt };
}

/** The ask with this draft and deadline; null if it has ended, or has another draft by now. */
export function toDrafted(found: AskRecord, change: Parameters<Store["saveDraft"]>[1]): AskRecord | null {
  const { baseRevision, expiresAt, ...draft } = change;
  if (found.status !== "pending" || found.draftRevision !== baseRevision) return null;
  return { ...found, draft, draftRevision: baseRevision + 1, expiresAt };
}

/** The ask with this delivery; null if it is pending, or if that changes nothing. */
export function toDelivered(found: AskRecord, given: Delivery): (AskRecord & { delivery: Delivery }) | null {
  const { delivery, endedAt } = found;
  if (delivery === undefined || endedAt === undefined) return null;
  if (delivery.state === given.state && delivery.note === given.note) return null;
  if (given.state === "waiting") return { ...found, delivery: { state: "waiting", at: endedAt } };
  // A delivery also shows that the agent is still there.
  return { ...found, delivery: given, lastSeenAt: Math.max(found.lastSeenAt, given.at) };
}
