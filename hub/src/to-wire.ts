import type { WireAsk, WireDraft, WireNotice } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import type { AskRecord, Notice } from "./store/store.ts";

/** Who will read it. Agents never receive drafts, nor the decision that they reported themselves. */
export type Audience = "human" | "agent";

export interface WireContext {
  audience: Audience;
  /** The page's address without a slash at the end, for links. */
  baseUrl: string;
  /** How many wait for this ask now, and when one was last seen, if this hub knows better than the store. */
  waiting?: (id: string) => { count: number; lastSeenAt: number | undefined };
}

/** An outcome as agents see it. What an agent reported is `cancelled` to every agent: none can grant itself an approval. */
export function toAgentOutcome(outcome: Outcome): Outcome {
  if (!("by" in outcome) || outcome.by.act !== "reported") return outcome;
  return { status: "cancelled", reason: "It was decided in the agent's own window.", at: outcome.at };
}

/** The same for a whole ask. */
export function toAgentRecord(record: AskRecord): AskRecord {
  if (record.outcome === null) return record;
  const outcome = toAgentOutcome(record.outcome);
  return outcome === record.outcome ? record : { ...record, status: outcome.status, outcome };
}

/** A stored ask as JSON for the wire, a `WireAsk`. */
export function toWireText(
  stored: AskRecord,
  { audience, baseUrl, waiting }: WireContext,
  notices: readonly Notice[] = [],
): string {
  const record = audience === "human" ? stored : toAgentRecord(stored);
  const now = waiting?.(record.id);
  const ask: WireAsk = {
    id: record.id,
    key: record.key ?? undefined,
    status: record.status,
    kind: record.kind,
    agent: record.agent,
    questions: record.questions,
    approval: record.approval ?? undefined,
    context: record.context ?? undefined,
    metadata: record.metadata ?? undefined,
    createdAt: toIsoTime(record.createdAt),
    expiresAt: record.expiresAt === null ? undefined : toIsoTime(record.expiresAt),
    url: `${baseUrl}/a/${record.id}`,
    draft: audience === "human" ? toWireDraft(record) : undefined,
    outcome: record.outcome ?? undefined,
    delivery: toWireDelivery(record),
    waiting: { count: now?.count ?? 0, lastSeenAt: toIsoTime(Math.max(record.lastSeenAt, now?.lastSeenAt ?? 0)) },
    notices: notices.length === 0 ? undefined : notices.map(toWireNotice),
  };
  return JSON.stringify(ask);
}

export function toWireDraft(record: AskRecord): WireDraft | undefined {
  if (record.draft === null || record.status !== "pending") return undefined;
  const { draft, surface, at } = record.draft;
  return { draft, revision: record.draftRevision, surface: surface ?? undefined, at: toIsoTime(at) };
}

export function toWireDelivery({ delivery }: AskRecord): WireAsk["delivery"] {
  return delivery === null ? undefined : { ...delivery, at: toIsoTime(delivery.at) };
}

function toWireNotice({ event, target, state, attempts, at, reason }: Notice): WireNotice {
  return { event, target, state, attempts, at: toIsoTime(at), reason };
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
