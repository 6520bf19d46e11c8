import type { Outcome } from "@yourcall/core";
import type { WireAsk, WireDraft, WireNotice, WireReceipt } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { Receipt } from "./store/device-store.ts";
import type { AskRecord, Notice } from "./store/store.ts";

/** Who will read an ask. Agents never receive drafts; neither agents nor apps see a decision that an agent reported. */
export type Audience = "human" | "agent" | "app";

export function audienceOf({ scope }: Caller): Audience {
  return scope === "link" || scope === "device" ? "human" : scope;
}

export interface WireContext {
  audience: Audience;
  /** The page's address without a slash at the end, for links. */
  baseUrl: string;
  /** How many askers wait for this ask now, and when this hub last saw one. */
  waiting: (record: AskRecord) => { count: number; lastSeenAt: number };
}

/** An outcome as agents see it. A reported decision is `cancelled` to every agent, so that none can grant itself an approval. */
export function toAgentOutcome(outcome: Outcome): Outcome {
  if (!("by" in outcome) || outcome.by.act !== "reported") return outcome;
  return { status: "cancelled", reason: "It was decided in the agent's own window.", at: outcome.at };
}

/** An ask with its outcome as agents see it. */
export function toAgentRecord(record: AskRecord): AskRecord {
  if (record.outcome === undefined) return record;
  const outcome = toAgentOutcome(record.outcome);
  return outcome === record.outcome ? record : { ...record, status: outcome.status, outcome };
}

interface Written {
  text: string;
  baseUrl: string;
  count: number;
  lastSeenAt: number;
}

// An ended ask is sent as the same text to its asker, to the person who answered and to every reader of events.
const written = new WeakMap<AskRecord, Written>();

/** A stored ask as JSON for the wire, a `WireAsk`. */
export function toWireText(
  stored: AskRecord,
  { audience, baseUrl, waiting }: WireContext,
  notices: readonly Notice[] = [],
  receipts: readonly Receipt[] = [],
): string {
  const record = audience === "human" ? stored : toAgentRecord(stored);
  const { count, lastSeenAt: seenHere } = waiting(record);
  const lastSeenAt = Math.max(record.lastSeenAt, seenHere);
  const draft = audience === "agent" ? undefined : toWireDraft(record);
  const isCommon = draft === undefined && notices.length === 0 && receipts.length === 0;
  const last = isCommon ? written.get(record) : undefined;
  if (last?.count === count && last.lastSeenAt === lastSeenAt && last.baseUrl === baseUrl) return last.text;
  const ask: WireAsk = {
    id: record.id,
    key: record.key,
    status: record.status,
    kind: record.kind,
    agent: record.agent,
    token: record.token === "agent" ? undefined : record.token,
    questions: record.questions,
    approval: record.approval,
    context: record.context,
    metadata: record.metadata,
    asksAgain: record.asksAgain,
    replyTo: record.replyTo,
    thread: record.thread,
    earlierReview: record.earlierReview,
    to: record.to,
    callback: record.callback === undefined ? undefined : new URL(record.callback).origin,
    createdAt: toIsoTime(record.createdAt),
    expiresAt: record.expiresAt === undefined ? undefined : toIsoTime(record.expiresAt),
    url: `${baseUrl}/a/${record.id}`,
    draft,
    outcome: record.outcome,
    delivery: toWireDelivery(record),
    waiting: { count, lastSeenAt: toIsoTime(lastSeenAt) },
    notices: notices.length === 0 ? undefined : notices.map(toWireNotice),
    receipts: receipts.length === 0 ? undefined : receipts.map(toWireReceipt),
  };
  const text = JSON.stringify(ask);
  if (isCommon) written.set(record, { text, baseUrl, count, lastSeenAt });
  return text;
}

export function toWireDraft(record: AskRecord): WireDraft | undefined {
  if (record.draft === undefined || record.status !== "pending") return undefined;
  const { draft, surface, at } = record.draft;
  return { draft, revision: record.draftRevision, surface, at: toIsoTime(at) };
}

export function toWireDelivery({ delivery }: AskRecord): WireAsk["delivery"] {
  return delivery === undefined ? undefined : { ...delivery, at: toIsoTime(delivery.at) };
}

function toWireNotice({ event, target, state, attempts, at, reason }: Notice): WireNotice {
  return { event, target, state, attempts, at: toIsoTime(at), reason };
}

function toWireReceipt({ device, name, what, at, reason }: Receipt): WireReceipt {
  return { device, name, what, at: toIsoTime(at), reason };
}

let lastMs = Number.NaN;
let lastTime = "";

/** A time as text. The last one is cached: equal times follow each other, and formatting one takes as long as a statement. */
export function toIsoTime(ms: number): string {
  if (ms !== lastMs) {
    lastTime = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastTime;
}
