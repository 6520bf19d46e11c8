import { type Ask, dropOldest } from "@yourcall/core";
import type { AskBody } from "@yourcall/core/wire";
import type { Caller } from "./caller.ts";
import { isSameAsk } from "./recorded-ask.ts";
import type { AskRecord } from "./store/store.ts";

/**
 * Asks whose calls ended without the outcome, so that another call of the same agent may take one over. That an asker is not seen
 * waiting is not enough: it may be between two requests, or look for the hub. This hub keeps the list in memory. An ask that was
 * left before a restart, or at another hub, is not taken over; a new call then asks anew.
 */
interface LeftAsks {
  /** The asker says that the call which waited for this ask is over and has not received the outcome. */
  left(record: AskRecord): void;
  /** Somebody waits for it again. */
  returned(id: string): void;
  /**
   * The id of an ask that this call may take over; from then on no other call may. The same call, made again with its key, finds it
   * again.
   */
  takeOver(call: AskBody, ask: Ask, caller: Caller): string | undefined;
}

interface Left {
  record: AskRecord;
  /** The key of the call that has taken it over. */
  takenBy?: string;
}

const most = 10_000;

export function createLeftAsks(): LeftAsks {
  const all = new Map<string, Left>();
  return {
    left(record) {
      all.delete(record.id);
      all.set(record.id, { record });
      dropOldest(all, most);
    },
    returned(id) {
      // The call that took it over may have to find it again, if the reply gets lost.
      if (all.get(id)?.takenBy === undefined) all.delete(id);
    },
    takeOver(call, ask, caller) {
      for (const [id, one] of all) {
        const isFree = one.takenBy === undefined || one.takenBy === call.key;
        if (!isFree || !isSameAgent(one.record, call, caller) || !isSameAsk(one.record, ask)) continue;
        one.takenBy = call.key ?? "";
        return id;
      }
      return undefined;
    },
  };
}

/** The same token, session, name and directory. Without a session, nobody can tell. */
function isSameAgent({ token, agent }: AskRecord, call: AskBody, caller: Caller): boolean {
  const { session, name, cwd } = call.agent ?? {};
  return (
    session !== undefined &&
    token === caller.token &&
    agent.session === session &&
    agent.name === name &&
    agent.cwd === cwd
  );
}
