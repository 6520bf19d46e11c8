import type { Outcome } from "@yourcall/core";
import { dropOldest, longestTimerMs, withdrawAsk } from "@yourcall/core/internal";
import type { McpHub, McpSettings } from "./settings.ts";

/** Who holds an ask. */
interface Holder {
  session: string;
  /** The connection of the call. Over HTTP each request has its own. */
  connection: object;
  /** The texts of its questions, as one. */
  words: string;
}

/**
 * Tracks asks whose calls have ended without the outcome. Reports to the hub when a call was cut off or the client has gone: from then
 * on another call of the same client may take the ask over, and if none does for a while, the hub withdraws it.
 */
export interface AskKeeper {
  /** A call has begun; `close` waits for its end, since it may be creating an ask. */
  began(call: Promise<unknown>): void;
  /** A call waits for this ask. */
  hold(id: string, holder: Holder): void;
  isHeld(id: string): boolean;
  /** The call received the outcome. */
  done(id: string): void;
  /** The call returned `pending`; the client can ask for the answer later. */
  rest(id: string): void;
  /** The call was cut off. An outcome that arrived too late for it is marked as waiting again. */
  leave(hub: McpHub, id: string, outcome?: Outcome | null): void;
  /**
   * A new call asks this: lets go of asks in the same words that calls of this connection left pending, so that the new call can take
   * one over. Resolves once the hub knows of everything that was left.
   */
  makeWay(hub: McpHub, call: Omit<Holder, "session">): Promise<void>;
  /** Whether this is the first call of this session that this process has, or the first after one that was cut off. */
  isFirstCall(session: string): boolean;
  /** The connection is closed: withdraws every ask, or leaves it to the hub. Resolves once the hub knows. */
  close(): Promise<void>;
}

const defaultKeepMs = 600_000;
const reason = "The agent no longer waits for it.";
const withinMs = 2000;
const remembered = 1000;

export function createAskKeeper({ hub, keepMs = defaultKeepMs }: McpSettings): AskKeeper {
  const held = new Map<string, Holder & { isResting: boolean }>();
  const sessions = new Set<string>();
  const busy = new Set<Promise<unknown>>();
  const leaving = new Set<Promise<unknown>>();

  function run(work: Promise<unknown>, among = busy): void {
    const quiet = work.catch(() => {}).finally(() => among.delete(quiet));
    among.add(quiet);
  }

  /** Reports to the hub that no call waits for the ask any more. */
  function release(from: McpHub, id: string): void {
    held.delete(id);
    if (keepMs === 0) run(withdrawAsk(from, id, { reason, withinMs }), leaving);
    else run(from.cancel(id, reason, { withinMs, afterMs: Math.min(keepMs, longestTimerMs) }), leaving);
  }

  return {
    began: (call) => run(call),
    hold(id, holder) {
      held.set(id, { ...holder, isResting: false });
      dropOldest(held, remembered);
    },
    isHeld: (id) => held.has(id),
    done: (id) => void held.delete(id),
    rest(id) {
      const one = held.get(id);
      if (one !== undefined) one.isResting = true;
    },
    leave(from, id, outcome) {
      const session = held.get(id)?.session;
      sessions.delete(session ?? "");
      held.delete(id);
      if (outcome) run(from.delivery(id, { state: "waiting", session }), leaving);
      else release(from, id);
    },
    async makeWay(from, { connection, words }) {
      for (const [id, one] of held)
        if (one.isResting && one.connection === connection && one.words === words) release(from, id);
      while (leaving.size > 0) await Promise.all(leaving);
    },
    isFirstCall(session) {
      const isFirst = !sessions.has(session);
      sessions.add(session);
      dropOldest(sessions, remembered);
      return isFirst;
    },
    async close() {
      while (busy.size > 0) await Promise.all(busy);
      if (held.size > 0) {
        const from = await hub();
        for (const id of [...held.keys()]) release(from, id);
      }
      while (leaving.size > 0) await Promise.all(leaving);
    },
  };
}
