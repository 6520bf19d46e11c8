import type { AskRecord, Delivery, NewAsk } from "../store.ts";

/** An ask as SQLite returns it. `ask`, `draft`, `outcome`, `session` and `key` are JSON texts. */
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

/** Selects a row that `toRecord` can read, from one of `askSources`. */
export const askColumns = `asks.position, asks.id, asks.token, asks.key, coalesce(endings.status, 'pending') AS status,
  asks.created_at, coalesce(pending.expires_at, endings.expires_at) AS expires_at,
  max(asks.last_seen_at, coalesce(sightings.last_seen_at, 0)) AS last_seen_at, sightings.delivery,
  sightings.delivered_at, sightings.delivery_note, endings.ended_at,
  coalesce(pending.draft_revision, endings.draft_revision, 0) AS draft_revision,
  coalesce(pending.draft, endings.draft) AS draft, endings.outcome, asks.ask`;

const withPending = "LEFT JOIN pending ON pending.position = asks.position";
const withEndings = "LEFT JOIN endings ON endings.position = asks.position";
const withSightings = "LEFT JOIN sightings ON sightings.position = asks.position";

/** The joins that `askColumns` need after `asks`. */
export const askJoins = `${withPending} ${withEndings} ${withSightings}`;

/** The tables for `askColumns`, by the one read first. A CROSS JOIN makes SQLite keep that order. */
export const askSources = {
  asks: `asks ${askJoins}`,
  pending: `pending CROSS JOIN asks ON asks.position = pending.position ${withEndings} ${withSightings}`,
  endings: `endings CROSS JOIN asks ON asks.position = endings.position ${withPending} ${withSightings}`,
} as const;

type AskPart = Pick<NewAsk, "kind" | "agent" | "questions" | "approval" | "context" | "metadata" | "onTimeout">;

/** The text of the column `ask`: the part of an ask that never changes and that no query needs. */
export function toAskColumn(ask: AskPart): string {
  const { kind, agent, questions, approval, context, metadata, onTimeout } = ask;
  return JSON.stringify({
    kind,
    agent,
    questions,
    approval: approval ?? undefined,
    context: context ?? undefined,
    metadata: metadata ?? undefined,
    onTimeout,
  });
}

// The column leaves out what an ask does not have.
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
  // An older hub that shares the file writes the time only.
  return { state: delivery ?? "taken", at: delivered_at, ...(delivery_note === null ? {} : { note: delivery_note }) };
}
