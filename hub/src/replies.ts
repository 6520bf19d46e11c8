import { type AgentInfo, type Ask, type Draft, InvalidAskError, type ReviewMark, toEffect } from "@yourcall/core";
import {
  askedOf,
  canReview,
  isRevision,
  refitDraft,
  refitReview,
  reviewOfDraft,
  toThread,
} from "@yourcall/core/internal";
import type { AskBody } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { AskRecord, NewAsk, Store } from "./store/store.ts";

/** An ended ask that a new one replies to or revises. */
export interface Earlier {
  record: AskRecord;
  /** What the new ask has of it. */
  fields: Pick<NewAsk, "replyTo" | "thread" | "earlierReview">;
  /** What was filled in for it, or the comments on its lines, as far as they fit the new ask. Losing it loses no question. */
  draft?: { draft: Draft; surface?: string; at?: number };
}

const most = 20;

/**
 * The ask that a new one replies to or revises. An agent that names none is recognised by its next ask of the same session that looks
 * the same, revised. Throws `InvalidAskError` if the call names an ask that is not its own, or that does not wait for a reply.
 */
export async function findEarlier(
  store: Store,
  { agent, replyTo }: AskBody,
  ask: Ask,
  caller: Caller,
): Promise<Earlier | undefined> {
  if (replyTo !== undefined) {
    const record = await store.get(replyTo);
    const asked = askedOf(record?.outcome);
    if (record === null || asked === undefined || !isOwn(record, agent, caller)) throw noSuchAsk();
    return toReplied(record, asked, ask);
  }
  // Without a session nobody can tell whose it is.
  if (agent?.session === undefined || (ask.asksAgain !== true && !canReview(ask))) return undefined;
  const found = await store.listRevisable({ token: caller.token, session: agent.session, limit: most });
  const own = found.filter((record) => isOwn(record, agent, caller));
  for (const record of ask.asksAgain === true ? own.toReversed() : []) {
    const asked = askedOf(record.outcome);
    if (asked !== undefined && isRevision(record, ask)) return toReplied(record, asked, ask);
  }
  if (!canReview(ask)) return undefined;
  for (const record of own) {
    const earlier = toReviewed(record, sentReview(record), ask);
    if (earlier !== undefined) return earlier;
  }
  const ended = { status: "ended", token: caller.token, session: agent.session, order: "newest", limit: most } as const;
  const before = (await store.list(ended)).records.find(
    (record) => isOwn(record, agent, caller) && isRevision(record, ask),
  );
  return before && toReviewed(before, unsentReview(before), ask);
}

/** The comments with which this version was denied. */
function sentReview({ outcome }: AskRecord): readonly ReviewMark[] {
  return (outcome?.status === "answered" && outcome.answers[0]?.review) || [];
}

/** Comments on a version that the agent withdrew, or that was denied elsewhere or without them. */
function unsentReview(record: AskRecord): readonly ReviewMark[] {
  const isSent = sentReview(record).length > 0 || askedOf(record.outcome) !== undefined;
  return isSent ? [] : reviewOfDraft(record.draft?.draft);
}

function toReplied(record: AskRecord, asked: string, ask: Ask): Earlier {
  const draft = refitDraft(record, record.draft?.draft, ask);
  const lost = refitReview(record, reviewOfDraft(record.draft?.draft), ask)?.lost ?? [];
  const fields = { replyTo: record.id, thread: toThread(record, asked), ...toEarlierReview(lost) };
  return { record, fields, draft: draft && { ...record.draft, draft } };
}

/** The version that this ask revises, unless it was allowed: the same tool and, for a change, the same file. */
function toReviewed(record: AskRecord, review: readonly ReviewMark[], ask: Ask): Earlier | undefined {
  const { outcome } = record;
  if (outcome?.status === "answered" && toEffect(record, outcome) !== "deny") return undefined;
  const refitted = refitReview(record, review, ask);
  if (refitted === undefined) return undefined;
  const { draft, lost } = refitted;
  const surface = outcome !== undefined && "by" in outcome ? outcome.by.surface : record.draft?.surface;
  return { record, fields: toEarlierReview(lost), draft: draft && { draft, surface } };
}

function toEarlierReview(lost: ReviewMark[]): Pick<NewAsk, "earlierReview"> {
  return lost.length === 0 ? {} : { earlierReview: lost };
}

function isOwn(record: AskRecord, agent: AgentInfo | undefined, caller: Caller): boolean {
  const { session, subagent } = record.agent;
  return record.token === caller.token && session === agent?.session && subagent === agent?.subagent;
}

function noSuchAsk(): InvalidAskError {
  const message = "replyTo names no ask of yours that ended with a question of the user. Correct it, or leave it out.";
  return new InvalidAskError([{ path: "replyTo", message }]);
}
