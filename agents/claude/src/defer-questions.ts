import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { Outcome, Question } from "@yourcall/core";
import { type QuestionCall, toNotice, toRequest } from "./answer-questions.ts";
import type { ClaudeAsker } from "./ask-person.ts";
import type { DeferredQuestion, DeferStore } from "./defer-store.ts";
import type { WithYourcall } from "./with-yourcall.ts";
import { wrapOptions } from "./wrap-options.ts";

/** An asker whose asks live on without it. The client of a hub is one. */
export interface LastingAsker extends ClaudeAsker {
  create: NonNullable<ClaudeAsker["create"]>;
  cancel: NonNullable<ClaudeAsker["cancel"]>;
  wait(id: string, options?: { signal?: AbortSignal }): Promise<Outcome | null>;
}

export function isLastingAsker(asker: ClaudeAsker): asker is LastingAsker {
  return asker.create !== undefined && asker.cancel !== undefined && "wait" in asker;
}

export interface DeferOptions extends Omit<WithYourcall, "asker"> {
  asker: LastingAsker;
  store: DeferStore;
}

/**
 * Like `withYourcall`, for waits that outlive the process: a question is created in the hub and kept in the store, and Claude
 * ends its turn (`terminal_reason: "tool_deferred"`) in place of waiting. `resumeDeferred` goes on from there, in this
 * process or another. Claude Code keeps one deferred call a turn and drops the others, so of several questions in one
 * turn the first is deferred and the others wait in the process.
 */
export function deferQuestions(options: Options, { store, asker, ...asking }: DeferOptions): Options {
  const deferring = new Set<string>();

  async function defer(call: QuestionCall): Promise<boolean> {
    const { session } = call.place;
    if (session === undefined) return false;
    // A call that comes again is that of a resumed session, in which the next question can be deferred.
    if ((await store.load(call.toolUseId)) !== undefined) return isNotDeferred(session);
    if (deferring.has(session)) return false;
    deferring.add(session);
    const opened = toRequest(call, { ...asking, asker });
    if ("fault" in opened) return isNotDeferred(session);
    try {
      const { id } = await asker.create(opened.request);
      await store.save(toDeferred(call, session, id, opened.request.questions));
      await asking.onAsk?.({ ...toNotice(opened.request, call.toolUseId, id), deferred: true });
      return true;
    } catch {
      // The way through the process says what is wrong, or finds the ask by its key.
      return isNotDeferred(session);
    }
  }

  function isNotDeferred(session: string): false {
    deferring.delete(session);
    return false;
  }

  return wrapOptions(options, { ...asking, asker: toReturning(asker, store) }, defer);
}

/** An asker that gives a call which was deferred the outcome of the ask it left behind. */
function toReturning(asker: LastingAsker, store: DeferStore): ClaudeAsker {
  return {
    async ask(request, { signal } = {}) {
      const kept = request.key === undefined ? undefined : await store.load(request.key);
      if (kept === undefined) return await asker.ask(request, signal === undefined ? {} : { signal });
      return await waitFor(asker, kept, signal);
    },
    async create(request) {
      const kept = request.key === undefined ? undefined : await store.load(request.key);
      return kept === undefined ? await asker.create(request) : { id: kept.askId };
    },
    cancel: (id, reason) => asker.cancel(id, reason),
  };
}

/** How the ask of a deferred question ended. Aborting withdraws it. */
async function waitFor(asker: LastingAsker, kept: DeferredQuestion, signal?: AbortSignal): Promise<Outcome> {
  try {
    const outcome = await asker.wait(kept.askId, signal === undefined ? {} : { signal });
    if (outcome !== null) return outcome;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    await asker.cancel(kept.askId);
  }
  const outcome = await asker.wait(kept.askId);
  if (outcome === null) throw new Error(`The ask ${kept.askId} is still pending.`);
  return outcome;
}

function toDeferred(
  { toolUseId, place }: QuestionCall,
  session: string,
  askId: string,
  questions: Question[],
): DeferredQuestion {
  return { session, toolUseId, askId, questions, cwd: place.cwd };
}
