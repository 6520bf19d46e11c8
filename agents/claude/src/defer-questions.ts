import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { isHubAsker } from "@yourcall/core";
import { type QuestionCall, toQuestions } from "./answer-questions.ts";
import { toDeadline } from "./ask-person.ts";
import { toAgent } from "./call-place.ts";
import type { DeferStore } from "./defer-store.ts";
import { type HasDied, toKeeping } from "./keep-asks.ts";
import { type WithYourcall, wrapOptions } from "./with-yourcall.ts";

export interface DeferOptions extends WithYourcall {
  store: DeferStore;
  hasDied?: HasDied;
}

/**
 * Like `withYourcall`, for waits that outlive the process: a question is kept in the store, and in the hub if the asker has
 * one, and Claude ends its turn (`terminal_reason: "tool_deferred"`) instead of waiting. `resumeDeferred` continues from there, in
 * this process or another. Claude Code keeps one deferred call per turn and drops the others, so of several questions in one
 * turn the first is deferred; the others and approvals wait in the process, and are kept to be told in words if it dies.
 */
export function deferQuestions(options: Options, { store, hasDied, ...asking }: DeferOptions): Options {
  const { asker } = asking;
  const deferring = new Set<string>();

  async function defer(call: QuestionCall): Promise<boolean> {
    const { session } = call.place;
    if (session === undefined) return false;
    // A repeated call is from a resumed session, in which the next question can be deferred.
    if ((await store.load(call.toolUseId)) !== undefined) return isNotDeferred(session);
    if (deferring.has(session)) return false;
    deferring.add(session);
    const opened = toQuestions(call, asking);
    if ("fault" in opened) return isNotDeferred(session);
    const { ask } = opened;
    const { toolUseId, place } = call;
    try {
      const request = {
        ...ask,
        ...toDeadline(ask, asking.deadline),
        key: toolUseId,
        agent: toAgent(asking.agent, place),
      };
      const askId = isHubAsker(asker) ? (await asker.create(request)).id : undefined;
      await store.save({ session, toolUseId, askId, questions: ask.questions, cwd: place.cwd, request });
      await asking.onAsk?.({ ask, toolUseId, askId, deferred: true });
      return true;
    } catch {
      // Asking in the process reports what is wrong, or finds the ask by its key.
      return isNotDeferred(session);
    }
  }

  function isNotDeferred(session: string): false {
    deferring.delete(session);
    return false;
  }

  return wrapOptions(options, { ...asking, asker: toKeeping(asker, store, hasDied) }, defer);
}
