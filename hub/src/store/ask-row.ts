import type { AskRecord, Delivery, NewAsk } from "./store.ts";

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

type AskPart = Pick<NewAsk, "kind" | "agent" | "questions" | "approval" | "context" | "metadata" | "onTimeout" | "to">;

/** The text of the column `ask`: the part of an ask that never changes and that no query needs. */
export function toAskColumn(ask: AskPart): string {
  const { kind, agent, questions, approval, context, metadata, onTimeout, to } = ask;
  return JSON.stringify({
    kind,
    agent,
    questions,
    approval: approval ?? undefined,
    context: context ?? undefined,
    metadata: metadata ?? undefined,
    onTimeout,
    to,
  });
}

// The column omits fields that an ask does not have.
const absent = { approval: null, context: null, metadata: null };

/** A row of `SELECT ${askColumns}` as a record. */
export function toRecord(row: unknown): AskRecord {
  const columns = row as AskRow;
  const ask = JSON.parse(columns.ask) as AskPart;
  return {
    id: columns.id,
    position: columns.position,
    token: columns.token,
    key: columns.key === null ? null : (JSON.parse(columns.key) as string),
    status: columns.status,
    ...absent,
    ...ask,
    createdAt: columns.created_at,
    expiresAt: columns.expires_at,
    lastSeenAt: columns.last_seen_at,
    delivery: toDelivery(columns),
    draftRevision: columns.draft_revision,
    draft: columns.draft === null ? null : (JSON.parse(columns.draft) as AskRecord["draft"]),
    outcome: columns.outcome === null ? null : (JSON.parse(columns.outcome) as AskRecord["outcome"]),
    endedAt: columns.ended_at,
  };
}

function toDelivery({ ended_at, delivery, delivered_at, delivery_note }: AskRow): Delivery | null {
  if (ended_at === null) return null;
  if (delivered_at === null) return { state: "waiting", at: ended_at };
  // An older hub that shares the file writes only the time.
  return { state: delivery ?? "taken", at: delivered_at, ...(delivery_note === null ? {} : { note: delivery_note }) };
}
