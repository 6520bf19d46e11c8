import type { Clock } from "@yourcall/core";
import { type Fields, hasInput } from "./person-request.ts";

/**
 * Tells when the text that leads up to a request has arrived.
 *
 * claude-agent-acp sends its requests independently of its model's stream. When the stream lags behind, the agent announces the call
 * with its whole input and asks before the text that precedes the call has been sent; when the stream reaches the call, it updates
 * it. Other agents announce a call without its input, or not at all.
 */
export interface LateWords {
  receive(update: Fields): void;
  /** Resolves once the stream has reached this call: immediately unless it was announced early, and after `momentMs` at the latest. */
  arrived(call: string | undefined): Promise<void>;
}

// Enough for a busy agent, and too short for a person to notice.
const momentMs = 300;

export function createLateWords(clock: Clock): LateWords {
  const ahead = new Map<string, PromiseWithResolvers<void>>();
  return {
    receive(update) {
      const { sessionUpdate, toolCallId } = update;
      if (sessionUpdate !== "tool_call" && sessionUpdate !== "tool_call_update") return;
      const call = String(toolCallId);
      if (sessionUpdate === "tool_call" && hasInput(update) && !ahead.has(call))
        ahead.set(call, Promise.withResolvers());
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
