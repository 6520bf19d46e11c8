import { type AgentInfo, type Ask, InvalidAskError } from "@yourcall/core";
import { askedOf, dropOldest, isRevision } from "@yourcall/core/internal";
import type { AskBody } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import type { AskRecord, Store } from "./store/store.ts";

/** An ask that ended with a question of the person. */
export interface AskedBack {
  record: AskRecord;
  asked: string;
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
  /** The ask has its reply. */
  replied(id: string): void;
}

const most = 1000;

export function createReplies(store: Store): Replies {
  const open = new Map<string, AskedBack>();
  return {
    ended(record) {
      const asked = askedOf(record.outcome);
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
    replied: (id) => void open.delete(id),
  };
}

function isOwn(record: AskRecord, agent: AgentInfo | undefined, caller: Caller): boolean {
  const { session, subagent } = record.agent;
  return record.token === caller.token && session === agent?.session && subagent === agent?.subagent;
}

function noSuchAsk(): InvalidAskError {
  const message = "replyTo names no ask of yours that ended with a question of the user. Correct it, or leave it out.";
  return new InvalidAskError([{ path: "replyTo", message }]);
}
