import { type AgentInfo, type Ask, type Draft, InvalidAskError, toEffect } from "@yourcall/core";
import { askedOf, canReview, isRevision, refitDraft, refitReview, toThread } from "@yourcall/core/internal";
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
  for (const record of own) {
    const earlier = toReviewed(record, ask);
    if (earlier !== undefined) return earlier;
  }
  return undefined;
}

function toReplied(record: AskRecord, asked: string, ask: Ask): Earlier {
  const draft = refitDraft(record, record.draft?.draft, ask);
  const fields = { replyTo: record.id, thread: toThread(record, asked) };
  return { record, fields, draft: draft && { ...record.draft, draft } };
}

/** The denied version that this ask revises: the same tool and, for a change, the same file. */
function toReviewed(record: AskRecord, ask: Ask): Earlier | undefined {
  const { outcome } = record;
  if (outcome?.status !== "answered" || toEffect(record, outcome) !== "deny") return undefined;
  const review = outcome.answers[0]?.review ?? [];
  const refitted = review.length === 0 ? undefined : refitReview(record, review, ask);
  if (refitted === undefined) return undefined;
  const { draft, lost } = refitted;
  const fields = lost.length === 0 ? {} : { earlierReview: lost };
  return { record, fields, draft: draft && { draft, surface: outcome.by.surface } };
}

function isOwn(record: AskRecord, agent: AgentInfo | undefined, caller: Caller): boolean {
  const { session, subagent } = record.agent;
  return record.token === caller.token && session === agent?.session && subagent === agent?.subagent;
}

function noSuchAsk(): InvalidAskError {
  const message = "replyTo names no ask of yours that ended with a question of the user. Correct it, or leave it out.";
  return new InvalidAskError([{ path: "replyTo", message }]);
}
