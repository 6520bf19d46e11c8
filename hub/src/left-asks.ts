import type { AgentInfo, Ask } from "@yourcall/core";
import { dropOldest } from "@yourcall/core/internal";
import type { AskBody } from "@yourcall/core/internal/wire";
import type { Caller } from "./caller.ts";
import { toIdentityHash } from "./recorded-ask.ts";
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
  /** From now on no call can take this ask over. */
  forget(id: string): void;
}

interface Left {
  /** Whose ask it is and what it asks. */
  name: string;
  /** The key of the call that has taken it over. */
  takenBy?: string;
}

const most = 10_000;

export function createLeftAsks(): LeftAsks {
  const all = new Map<string, Left>();
  return {
    left(record) {
      all.delete(record.id);
      all.set(record.id, { name: toName(record.token, record.agent, record) });
      dropOldest(all, most);
    },
    returned(id) {
      // The call that took it over may have to find it again, if the reply gets lost.
      if (all.get(id)?.takenBy === undefined) all.delete(id);
    },
    takeOver({ agent, key = "" }, ask, caller) {
      // Without a session nobody can tell whose it is.
      if (agent?.session === undefined) return undefined;
      const name = toName(caller.token, agent, ask);
      for (const [id, one] of all) {
        if (one.name !== name || (one.takenBy !== undefined && one.takenBy !== key)) continue;
        one.takenBy = key;
        return id;
      }
      return undefined;
    },
    forget: (id) => void all.delete(id),
  };
}

/** The same for the same questions of the same agent in the same directory. */
function toName(token: string, { session, name, cwd }: AgentInfo, ask: Ask): string {
  return JSON.stringify([token, session, name, cwd, toIdentityHash(ask)]);
}
