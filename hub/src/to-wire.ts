import type { WireDraft } from "@yourcall/client";
import { toAskJson } from "./ask-json.ts";
import { toIsoTime } from "./iso-time.ts";
import { toOutcomeJson } from "./outcome-json.ts";
import type { AskRecord } from "./store/store.ts";

/** Who will read it. Agents never receive drafts. */
export type Audience = "human" | "agent";

export interface WireContext {
  audience: Audience;
  /** The page's address as a URL is written, without a slash at the end; links are made of it. */
  baseUrl: string;
  /** How many wait for this ask now, and when one was last seen, where this hub knows better than the store. */
  waiting?: (id: string) => { count: number; lastSeenAt: number | undefined };
}

/** A stored ask as it travels, a `WireAsk`. Put together by hand: most of its text is made once, however many read it. */
export function toWireText(record: AskRecord, { audience, baseUrl, waiting }: WireContext): string {
  const now = waiting?.(record.id);
  const seen = toIsoTime(Math.max(record.lastSeenAt, now?.lastSeenAt ?? 0));
  let text = `{"id":"${record.id}",`;
  if (record.key !== null) text += `"key":${JSON.stringify(record.key)},`;
  text += `"status":"${record.status}",${toAskJson(record)}"createdAt":"${toIsoTime(record.createdAt)}",`;
  if (record.expiresAt !== null) text += `"expiresAt":"${toIsoTime(record.expiresAt)}",`;
  text += `"url":"${baseUrl}/a/${record.id}",`;
  const draft = audience === "human" ? toWireDraft(record) : undefined;
  if (draft !== undefined) text += `"draft":${JSON.stringify(draft)},`;
  if (record.outcome !== null) text += `"outcome":${toOutcomeJson(record.outcome)},`;
  return `${text}"waiting":{"count":${now?.count ?? 0},"lastSeenAt":"${seen}"}}`;
}

export function toWireDraft(record: AskRecord): WireDraft | undefined {
  if (record.draft === null || record.status !== "pending") return undefined;
  const { draft, surface, at } = record.draft;
  return { draft, revision: record.draftRevision, ...(surface === null ? {} : { surface }), at: toIsoTime(at) };
}
