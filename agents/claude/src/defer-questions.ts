import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { type Asker, type AskRequest, type HubAsker, isHubAsker, type Outcome } from "@yourcall/core";
import { type QuestionCall, toDeadline, toQuestions } from "./ask-person.ts";
import { toAgent } from "./call-place.ts";
import type { DeferStore } from "./defer-store.ts";
import { type WithYourcall, wrapOptions } from "./with-yourcall.ts";

export interface DeferOptions extends WithYourcall {
  store: DeferStore;
  /** Whether Claude's process died: its asks are then not withdrawn, since it can be told their outcomes later. */
  hasDied?: () => Promise<boolean>;
}

/**
 * Like `withYourcall`, for waits that outlive the process: a question is kept in the store, and in the hub if the asker has
 * one, and Claude ends its turn (`terminal_reason: "tool_deferred"`) instead of waiting. `resumeDeferred` continues from there, in
 * this process or another. Claude Code keeps one deferred call per turn and drops the others, so of several questions in one
 * turn the first is deferred; the others and approvals wait in the process, and are stored so that Claude can be told their outcomes
 * in a message if it dies.
 *
 * @example
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 * const store = createFileDeferStore(".deferred");
 * for await (const message of query({ prompt, options: deferQuestions({}, { store, asker }) })) console.log(message.type);
 */
export function deferQuestions(options: Options, { store, hasDied, ...asking }: DeferOptions): Options {
  const { asker } = asking;
  const deferring = new Set<string>();

  async function defer(call: QuestionCall): Promise<boolean> {
    const { session } = call.place;
    if (session === undefined) return false;
    // A stored call is being repeated by a resumed session. It is answered now, and the next question can be deferred again.
    if ((await store.load(call.toolUseId)) !== undefined) return isNotDeferred(session);
    if (deferring.has(session)) return false;
    deferring.add(session);
    const opened = toQuestions(call, asking);
    if ("fault" in opened) return isNotDeferred(session);
    const { ask } = opened;
    const { toolUseId, place } = call;
    try {
      const agent = toAgent(asking.agent, place);
      const request = { ...ask, ...toDeadline(ask, asking.deadline), key: toolUseId, agent };
      const askId = isHubAsker(asker) ? (await asker.create(request)).id : undefined;
      await store.save({ session, toolUseId, askId, questions: ask.questions, cwd: place.cwd, request });
      await asking.onAsk?.({ ask, toolUseId, askId, deferred: true });
      return true;
    } catch {
      // Asking in the process instead reports what is wrong, or finds the ask by its key.
      return isNotDeferred(session);
    }
  }

  function isNotDeferred(session: string): false {
    deferring.delete(session);
    return false;
  }

  return wrapOptions(options, { ...asking, asker: toKeeping(asker, store, hasDied) }, defer);
}

/**
 * An asker that finds the ask of a deferred call again, or its outcome, and keeps every other ask in the store while it waits: if its
 * process is killed, Claude forgets a call that waited there, and can then be told its outcome.
 */
function toKeeping(asker: Asker, store: DeferStore, hasDied: DeferOptions["hasDied"]): Asker {
  if (isHubAsker(asker)) return toKeepingHub(asker, store, hasDied);
  return {
    async ask(request, options) {
      const known = request.key === undefined ? undefined : (await store.load(request.key))?.outcome;
      if (known !== undefined) return known;
      const forget = await keep(store, request);
      try {
        return await asker.ask(request, options);
      } finally {
        await forget();
      }
    },
  };
}

function toKeepingHub(asker: HubAsker, store: DeferStore, hasDied: DeferOptions["hasDied"]): HubAsker {
  const kept = new Map<string, () => Promise<void>>();
  async function ended<Result extends Outcome | null>(id: string, outcome: Result): Promise<Result> {
    if (outcome !== null) await kept.get(id)?.();
    return outcome;
  }
  return {
    ...asker,
    async create(request, options) {
      const known = request.key === undefined ? undefined : await store.load(request.key);
      if (known?.askId !== undefined) return { id: known.askId };
      // First without the id, which only the hub knows: if the process is killed in between, the key still leads to the ask.
      const forget = await keep(store, request);
      const created = await asker.create(request, options).catch(async (error) => {
        await forget();
        throw error;
      });
      kept.set(created.id, await keep(store, request, created.id));
      await ended(created.id, created.outcome ?? null);
      return created;
    },
    wait: async (id, options) => ended(id, await asker.wait(id, options)),
    async cancel(id, reason, options) {
      if (kept.has(id) && (await hasDied?.())) throw new Error("It stays");
      await kept.get(id)?.();
      return await asker.cancel(id, reason, options);
    },
  };
}

/** Stores an ask that waits in the process. Returns a function that removes it again. */
async function keep(store: DeferStore, request: AskRequest, askId?: string): Promise<() => Promise<void>> {
  const { key, agent, questions } = request;
  const session = agent?.session;
  if (key === undefined || session === undefined) return async () => {};
  await store.save({ session, toolUseId: key, askId, questions, cwd: agent?.cwd, request, inProcess: true });
  return () => store.remove(key);
}
