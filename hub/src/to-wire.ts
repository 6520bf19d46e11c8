import type { WireAsk, WireDraft } from "@yourcall/client";
import { toIsoTime } from "./iso-time.ts";
import { toJsonText } from "./json-text.ts";
import type { AskRecord } from "./store/store.ts";

/** Who will read it. Agents never receive drafts. */
export type Audience = "human" | "agent";

export interface WireContext {
  audience: Audience;
  /** The page's address without a slash at the end; links are made of it. */
  baseUrl: string;
  /** How many wait for this ask now, and when one was last seen, where this hub knows better than the store. */
  waiting?: (id: string) => { count: number; lastSeenAt: number | undefined };
}

/** A stored ask as it travels. */
export function toWire(record: AskRecord, context: WireContext): WireAsk {
  const waiting = context.waiting?.(record.id);
  const draft = context.audience === "human" ? toWireDraft(record) : undefined;
  return {
    id: record.id,
    ...(record.key === null ? {} : { key: record.key }),
    kind: record.kind,
    status: record.status,
    agent: record.agent,
    questions: record.questions,
    ...(record.approval === null ? {} : { approval: record.approval }),
    ...(record.context === null ? {} : { context: record.context }),
    ...(record.metadata === null ? {} : { metadata: record.metadata }),
    createdAt: toIsoTime(record.createdAt),
    ...(record.expiresAt === null ? {} : { expiresAt: toIsoTime(record.expiresAt) }),
    waiting: {
      count: waiting?.count ?? 0,
      lastSeenAt: toIsoTime(Math.max(record.lastSeenAt, waiting?.lastSeenAt ?? 0)),
    },
    url: `${context.baseUrl}/a/${record.id}`,
    ...(draft === undefined ? {} : { draft }),
    ...(record.outcome === null ? {} : { outcome: record.outcome }),
  };
}

// What of a record does not depend on who reads it, nor on who waits.
const fixedTexts = new WeakMap<AskRecord, { baseUrl: string; text: string }>();

/** The JSON text of `toWire`. Most of it is made once for a record, however many read it. */
export function toWireText(record: AskRecord, context: WireContext): string {
  const { waiting, draft, ...wire } = toWire(record, context);
  let fixed = fixedTexts.get(record);
  if (fixed === undefined || fixed.baseUrl !== context.baseUrl) {
    let text = "";
    for (const [name, value] of Object.entries(wire))
      text += `"${name}":${typeof value === "object" ? toJsonText(value) : JSON.stringify(value)},`;
    fixed = { baseUrl: context.baseUrl, text };
    fixedTexts.set(record, fixed);
  }
  const draftText = draft === undefined ? "" : `"draft":${JSON.stringify(draft)},`;
  return `{${fixed.text}${draftText}"waiting":{"count":${waiting.count},"lastSeenAt":"${waiting.lastSeenAt}"}}`;
}

export function toWireDraft(record: AskRecord): WireDraft | undefined {
  if (record.draft === null || record.status !== "pending") return undefined;
  const { draft, surface, at } = record.draft;
  return { draft, revision: record.draftRevision, ...(surface === null ? {} : { surface }), at: toIsoTime(at) };
}
