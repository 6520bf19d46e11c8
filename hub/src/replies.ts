import {
  type AgentInfo,
  type Ask,
  type Draft,
  InvalidAskError,
  type Outcome,
  type ReviewMark,
  toEffect,
} from "@yourcall/core";
import { askedOf, dropOldest, isRevision, refitReview } from "@yourcall/core/internal";
import type { AskBody } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { AskRecord, Store } from "./store/store.ts";

/** An ask that ended with a question of the person. */
export interface AskedBack {
  record: AskRecord;
  asked: string;
}

/** A plan or a change that was denied with comments on its lines. */
export interface Reviewed {
  id: string;
  /** The comments that do not find their lines in the new version. */
  lost: ReviewMark[];
  /** Those that do. */
  draft?: Draft;
  surface: string;
}

/**
 * Which ask a new one replies to. An agent that cannot name it is recognised by its next ask that looks the same, revised; that list is
 * in memory, so after a restart of the hub such a reply is a card of its own.
 */
interface Replies {
  /** Called for every ask that ended, here or at another hub. */
  ended(record: AskRecord): void;
  /** Throws `InvalidAskError` if the call names an ask that is not its own, or that does not wait for a reply. */
  find(call: AskBody, ask: Ask, caller: Caller): Promise<AskedBack | undefined>;
  /** The denied version that this ask revises, recognised by the same session, tool and, for a change, file. */
  findReviewed(call: AskBody, ask: Ask, caller: Caller): Reviewed | undefined;
  /** The ask has its reply, or its revision. */
  replied(id: string): void;
}

const most = 1000;

export function createReplies(store: Store): Replies {
  const open = new Map<string, AskedBack>();
  const denied = new Map<string, { record: AskRecord; review: ReviewMark[]; surface: string }>();
  return {
    ended(record) {
      const { outcome } = record;
      const review = outcome === undefined ? [] : deniedReview(record, outcome);
      if (review.length > 0 && outcome?.status === "answered") {
        denied.set(record.id, { record, review, surface: outcome.by.surface });
        dropOldest(denied, most);
      }
      const asked = askedOf(outcome);
      if (asked === undefined) return;
      open.set(record.id, { record, asked });
      dropOldest(open, most);
    },
    async find({ agent, replyTo }, ask, caller) {
      if (replyTo !== undefined) {
        const record = await store.get(replyTo);
        const asked = askedOf(record?.outcome);
        if (record === null || asked === undefined || !isOwn(record, agent, caller)) throw noSuchAsk();
        return { record, asked };
      }
      // Without a session nobody can tell whose it is.
      if (ask.asksAgain !== true || agent?.session === undefined) return undefined;
      for (const one of open.values()) if (isOwn(one.record, agent, caller) && isRevision(one.record, ask)) return one;
      return undefined;
    },
    findReviewed({ agent }, ask, caller) {
      if (agent?.session === undefined) return undefined;
      for (const { record, review, surface } of [...denied.values()].reverse()) {
        const refitted = isOwn(record, agent, caller) ? refitReview(record, review, ask) : undefined;
        if (refitted !== undefined) return { id: record.id, surface, ...refitted };
      }
      return undefined;
    },
    replied(id) {
      open.delete(id);
      denied.delete(id);
    },
  };
}

function deniedReview(record: AskRecord, outcome: Outcome): ReviewMark[] {
  const isDenied = toEffect(record, outcome) === "deny";
  return isDenied && outcome.status === "answered" ? (outcome.answers[0]?.review ?? []) : [];
}

function isOwn(record: AskRecord, agent: AgentInfo | undefined, caller: Caller): boolean {
  const { session, subagent } = record.agent;
  return record.token === caller.token && session === agent?.session && subagent === agent?.subagent;
}

function noSuchAsk(): InvalidAskError {
  const message = "replyTo names no ask of yours that ended with a question of the user. Correct it, or leave it out.";
  return new InvalidAskError([{ path: "replyTo", message }]);
}
