import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { HubAsker } from "@yourcall/core";
import { type QuestionCall, toQuestions } from "./answer-questions.ts";
import { toAgent } from "./call-place.ts";
import type { DeferStore } from "./defer-store.ts";
import { type WithYourcall, wrapOptions } from "./with-yourcall.ts";

export interface DeferOptions extends Omit<WithYourcall, "asker"> {
  /** Its asks outlive this process, as those of a hub's client do. */
  asker: HubAsker;
  store: DeferStore;
}

/**
 * Like `withYourcall`, for waits that outlive the process: a question is created in the hub and kept in the store, and Claude
 * ends its turn (`terminal_reason: "tool_deferred"`) instead of waiting. `resumeDeferred` continues from there, in this
 * process or another. Claude Code keeps one deferred call per turn and drops the others, so of several questions in one
 * turn the first is deferred and the others wait in the process.
 */
export function deferQuestions(options: Options, { store, asker, ...asking }: DeferOptions): Options {
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
      const agent = toAgent(asking.agent, place);
      const { id } = await asker.create({ ...ask, ...asking.deadline, key: toolUseId, agent });
      await store.save({ session, toolUseId, askId: id, questions: ask.questions, cwd: place.cwd });
      await asking.onAsk?.({ ask, toolUseId, askId: id, deferred: true });
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

  return wrapOptions(options, { ...asking, asker: toReturning(asker, store) }, defer);
}

/** An asker that finds the ask of a deferred call again. */
function toReturning(asker: HubAsker, store: DeferStore): HubAsker {
  return {
    ask: (request, options) => asker.ask(request, options),
    async create(request, options) {
      const kept = request.key === undefined ? undefined : await store.load(request.key);
      return kept === undefined ? await asker.create(request, options) : { id: kept.askId };
    },
    wait: (id, options) => asker.wait(id, options),
    cancel: (id, reason, options) => asker.cancel(id, reason, options),
    report: (id, report) => asker.report(id, report),
    delivery: (id, delivery) => asker.delivery(id, delivery),
  };
}
