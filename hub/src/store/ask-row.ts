import { toAskJson } from "../ask-json.ts";
import type { AskRecord, NewAsk } from "./store.ts";

/** An ask as SQLite gives it. `ask`, `draft`, `outcome`, `session` and `key` are JSON texts. */
export interface AskRow {
  position: number;
  id: string;
  token: string;
  key: string | null;
  status: AskRecord["status"];
  created_at: number;
  expires_at: number | null;
  last_seen_at: number;
  delivered_at: number | null;
  ended_at: number | null;
  draft_revision: number;
  draft: string | null;
  outcome: string | null;
  ask: string;
}

export const askColumns = [
  ...["position", "id", "token", "key", "status", "created_at", "expires_at", "last_seen_at", "delivered_at"],
  ...["ended_at", "draft_revision", "draft", "outcome", "ask"],
]
  .map((column) => `asks.${column}`)
  .join(", ");

type AskPart = Pick<NewAsk, "kind" | "agent" | "questions" | "approval" | "context" | "metadata" | "onTimeout">;

export function toAskColumn(ask: NewAsk): string {
  return `{${toAskJson(ask)}"onTimeout":"${ask.onTimeout}"}`;
}

// What an ask does not have is left out of its column; in older rows it is null.
const absent = { approval: null, context: null, metadata: null };

/** A row of `SELECT ${askColumns}` as the record it stands for. */
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
    deliveredAt: columns.delivered_at,
    draftRevision: columns.draft_revision,
    draft: columns.draft === null ? null : (JSON.parse(columns.draft) as AskRecord["draft"]),
    outcome: columns.outcome === null ? null : (JSON.parse(columns.outcome) as AskRecord["outcome"]),
    endedAt: columns.ended_at,
  };
}
