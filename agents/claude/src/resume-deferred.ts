import type { Options, Query, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { isHubAsker, machineClock, type Outcome, putAsk } from "@yourcall/core";
import { toLostWords } from "@yourcall/core/internal";
import { type DeferOptions, deferQuestions } from "./defer-questions.ts";
import type { DeferredQuestion } from "./defer-store.ts";

export interface ResumeOptions extends DeferOptions {
  /** The `query` of the Agent SDK. */
  query: (params: { prompt: AsyncIterable<SDKUserMessage>; options: Options }) => Query;
  /** The options of `query()`; session and directory come from the question. */
  options?: Options;
  /**
   * Aborting ends the wait, or interrupts the session. A pending question of a hub stays and can be resumed again; any other asker
   * withdraws it.
   */
  signal?: AbortSignal;
  /** How long a resumed session may be silent before it gets the outcome as a prompt. 30 seconds. */
  silenceMs?: number;
}

/**
 * Waits, without running Claude, until a deferred ask has ended; then resumes the session, which makes the same call
 * again, and answers it. Yields the session's messages until the turn ends, perhaps with the next question deferred. The
 * question is removed from the store when Claude has its answer. Yields nothing if another process resumes the session at the moment,
 * or if Claude has the answer already.
 *
 * @example
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 * const store = createFileDeferStore(".deferred");
 * const [question] = await store.list();
 * if (question !== undefined)
 *   for await (const message of resumeDeferred(question, { query, store, asker })) console.log(message.type);
 */
export async function* resumeDeferred(
  question: DeferredQuestion,
  options: ResumeOptions,
): AsyncGenerator<SDKMessage, void> {
  const { store } = options;
  const release = await store.claim?.(question.session);
  if (release === null) return;
  try {
    const kept = await store.load(question.toolUseId);
    if (kept !== undefined) yield* resume(kept, options);
  } finally {
    release?.();
  }
}

async function* resume(
  question: DeferredQuestion,
  { query, options = {}, signal, silenceMs = 30_000, ...asking }: ResumeOptions,
): AsyncGenerator<SDKMessage, void> {
  const outcome = await awaitOutcome(question, asking, signal);
  const prompt = createSilentPrompt(toResumePrompt(question, outcome), question.inProcess === true ? 0 : silenceMs);
  // The session may also repeat the call of another stored question, which is answered then and must not be answered again.
  const answered = new Set<string>();
  const onOutcome: DeferOptions["onOutcome"] = (outcome, toolUseId) => {
    answered.add(toolUseId);
    asking.onOutcome?.(outcome, toolUseId);
  };
  const place = { resume: question.session, cwd: question.cwd ?? options.cwd };
  const session = query({
    prompt: prompt.messages,
    options: deferQuestions({ ...options, ...place }, { ...asking, onOutcome }),
  });
  const unwatch = signal === undefined ? () => {} : interruptOn(signal, session);
  try {
    for await (const message of session) {
      prompt.noteActivity();
      const told = resultsIn(message).filter((id) => id === question.toolUseId || answered.has(id));
      if (isTurnDone(message)) told.push(question.toolUseId);
      for (const id of told) await asking.store.remove(id);
      yield message;
      if (message.type === "result") prompt.end();
    }
  } finally {
    unwatch();
    prompt.end();
    session.close();
  }
}

async function awaitOutcome(
  question: DeferredQuestion,
  { asker, store }: DeferOptions,
  signal: AbortSignal | undefined,
): Promise<Outcome | null> {
  const { askId, request, toolUseId } = question;
  if (question.outcome !== undefined) return question.outcome;
  if (isHubAsker(asker) && askId !== undefined) return await asker.wait(askId, { signal });
  if (request === undefined) return null;
  const outcome = await putAsk(asker, { ...request, key: toolUseId }, { clock: machineClock, signal });
  const isStopped = signal?.aborted === true && outcome.status === "cancelled";
  // There may be no hub that has the outcome, so it must survive a crash until Claude has received it.
  await store.save(isStopped ? { ...question, stopped: true } : { ...question, outcome });
  signal?.throwIfAborted();
  return outcome;
}

/** Ends the call of a turn that the person stopped, as an interruption does: without another turn of the model. */
export async function endStopped(
  question: DeferredQuestion,
  { query, options = {}, silenceMs = 30_000, store }: Pick<ResumeOptions, "query" | "options" | "silenceMs" | "store">,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, silenceMs);
  // The session repeats its call unprompted, so the prompt stays silent.
  const silence = { next: () => over.promise.then(() => ({ done: true, value: undefined }) as const) };
  const session = query({
    prompt: { [Symbol.asyncIterator]: () => silence },
    options: {
      ...options,
      resume: question.session,
      canUseTool: async () => ({ behavior: "deny", message: "The user stopped the turn.", interrupt: true }),
    },
  });
  try {
    for await (const message of session) if (message.type === "result") over.resolve();
  } catch {
    // An interrupted turn ends with an error.
  } finally {
    clearTimeout(timer);
    over.resolve();
    session.close();
  }
  await store.remove(question.toolUseId);
}

/**
 * An empty prompt: a resumed session repeats its deferred call unprompted, and a prompt would be one more turn. If
 * nothing comes, because everything was killed before Claude had stored the call or after it had its answer, the prompt gives
 * the outcome: an answer is never lost, and nothing waits forever.
 */
function createSilentPrompt(words: string, silenceMs: number) {
  const ended = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<void>();
  const timer = setTimeout(silence.resolve, silenceMs);
  async function* messages(): AsyncGenerator<SDKUserMessage> {
    const isSilent = await Promise.race([silence.promise.then(() => true), ended.promise.then(() => false)]);
    if (isSilent) yield { type: "user", message: { role: "user", content: words }, parent_tool_use_id: null };
    await ended.promise;
  }
  return {
    messages: messages(),
    noteActivity: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      ended.resolve();
    },
  };
}

export const goOn = "Continue from where you left off.";

function toResumePrompt({ questions, request }: DeferredQuestion, outcome: Outcome | null): string {
  if (outcome === null) return goOn;
  return `${goOn} ${toLostWords({ kind: "question", questions, approval: request?.approval }, outcome)}`;
}

// A turn that ended well has nothing left to answer, even if the answer was given before a crash.
function isTurnDone(message: SDKMessage): boolean {
  return message.type === "result" && message.subtype === "success" && !message.is_error;
}

/** The calls whose results are in this message. */
function resultsIn(message: SDKMessage): string[] {
  if (message.type !== "user" || !Array.isArray(message.message.content)) return [];
  return message.message.content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
}

/**
 * Interrupts a session when the signal is aborted. Claude then stops at once; just closing its input would deny open calls and
 * let the turn continue. Returns a function that ends the watch.
 */
export function interruptOn(signal: AbortSignal, session: Query): () => void {
  const interrupt = () => void session.interrupt().catch(() => {});
  if (signal.aborted) interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  return () => signal.removeEventListener("abort", interrupt);
}
