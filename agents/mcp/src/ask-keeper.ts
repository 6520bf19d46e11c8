import { setTimeout as pause } from "node:timers/promises";
import { dropOldest, longestTimerMs, type Outcome, withdrawAsk } from "@yourcall/core";
import type { McpHub, McpSettings } from "./settings.ts";

interface Held {
  session: string;
  /** Cancels the scheduled withdrawal. */
  stay: () => void;
}

/** Looks after asks whose calls were cut off: keeps them for a while, so that a client that comes back finds them, then withdraws them. */
export interface AskKeeper {
  /** A call has begun; `close` waits for its end, since it may be creating an ask. */
  began(call: Promise<unknown>): void;
  /** A call waits for this ask. */
  hold(id: string, session: string): void;
  /** The call received the outcome. */
  done(id: string): void;
  /** Whether this session may have an ask whose outcome no call received: one left by a cut-off call or, at the first call, by an earlier process. */
  mayHaveOpen(session: string): boolean;
  /** Whether a call of this process received its outcome. The hub records that only a moment later. */
  isDone(id: string): boolean;
  /** The call was cut off. An outcome that arrived too late for it is marked as waiting again. */
  leave(hub: McpHub, id: string, outcome?: Outcome | null): void;
  /** The connection is closed: withdraws every ask, or has the hub do so after `keepMs` unless the client comes back. Resolves once the hub knows. */
  close(): Promise<void>;
}

const defaultKeepMs = 600_000;
const reason = "The agent no longer waits for it.";
const withinMs = 2000;
const remembered = 1000;
// By then the hub has recorded the outcome as taken, which must be corrected because the call was cut off.
const notedMs = 500;

export function createAskKeeper({ hub, clock, keepMs = defaultKeepMs }: McpSettings): AskKeeper {
  const held = new Map<string, Held>();
  const finished = new Set<string>();
  const lookedAt = new Set<string>();
  const busy = new Set<Promise<unknown>>();

  function run(work: Promise<unknown>): void {
    const quiet = work.catch(() => {}).finally(() => busy.delete(quiet));
    busy.add(quiet);
  }

  function withdraw(from: McpHub, id: string): void {
    const session = held.get(id)?.session;
    held.delete(id);
    run(withdrawAsk(from, id, { reason, withinMs, session }));
  }

  return {
    began: run,
    hold(id, session) {
      held.get(id)?.stay();
      held.set(id, { session, stay() {} });
    },
    done(id) {
      held.get(id)?.stay();
      held.delete(id);
      remember(finished, id);
    },
    mayHaveOpen(session) {
      const isNew = !lookedAt.has(session);
      remember(lookedAt, session);
      return isNew || [...held.values()].some((one) => one.session === session);
    },
    isDone: (id) => finished.has(id),
    leave(from, id, outcome) {
      const session = held.get(id)?.session ?? "";
      if (outcome) {
        held.delete(id);
        // So that a repeated call looks for this ask.
        lookedAt.delete(session);
        run(pause(notedMs).then(() => from.delivery(id, { state: "waiting", session })));
      } else if (keepMs === 0) withdraw(from, id);
      else held.set(id, { session, stay: clock.after(keepMs, () => withdraw(from, id)) });
    },
    async close() {
      while (busy.size > 0) await Promise.all(busy);
      for (const { stay } of held.values()) stay();
      if (held.size > 0 && keepMs < Number.POSITIVE_INFINITY) {
        const from = await hub();
        for (const id of [...held.keys()])
          if (keepMs === 0) withdraw(from, id);
          else run(from.cancel(id, reason, { withinMs, afterMs: Math.min(keepMs, longestTimerMs) }));
      }
      while (busy.size > 0) await Promise.all(busy);
    },
  };
}

/** Adds to a set that drops its oldest items. */
function remember(set: Set<string>, item: string): void {
  set.add(item);
  dropOldest(set, remembered);
}
