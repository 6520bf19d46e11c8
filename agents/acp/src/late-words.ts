import type { Clock } from "@yourcall/core";
import { toFields } from "@yourcall/core";
import type { Fields } from "./person-request.ts";

/**
 * Tells when the words that lead to a request have arrived.
 *
 * claude-agent-acp asks beside its model's stream. If it is behind with that, it announces the call, whole, and asks before it has
 * sent the words before it; the stream comes to the call, and updates it, after them. Other agents announce a call without its
 * input, or not at all.
 */
export interface LateWords {
  hear(update: Fields): void;
  /** Resolves once the stream has come to this call, at once unless it was announced ahead, and after a moment in any case. */
  arrived(call: string | undefined): Promise<void>;
}

// Enough for a busy agent, and too short for a person to notice.
const momentMs = 300;

export function createLateWords(clock: Clock): LateWords {
  const ahead = new Map<string, PromiseWithResolvers<void>>();
  return {
    hear({ sessionUpdate, toolCallId, rawInput }) {
      if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") return;
      const call = String(toolCallId);
      const isWhole = Object.keys(toFields(rawInput)).length > 0;
      if (sessionUpdate === "tool_call" && isWhole && !ahead.has(call)) ahead.set(call, Promise.withResolvers());
      else {
        ahead.get(call)?.resolve();
        ahead.delete(call);
      }
    },
    async arrived(call) {
      const reached = call === undefined ? undefined : ahead.get(call);
      if (reached === undefined) return;
      const calm = clock.after(momentMs, reached.resolve);
      await reached.promise;
      calm();
    },
  };
}
