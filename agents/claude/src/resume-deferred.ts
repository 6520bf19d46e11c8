import type { Options, Query, SDKMessage, SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { type DeferOptions, deferQuestions } from "./defer-questions.ts";
import type { DeferredQuestion } from "./defer-store.ts";

export interface ResumeOptions extends DeferOptions {
  /** The `query` of the Agent SDK. */
  query: (params: { prompt: AsyncIterable<SDKUserMessage>; options: Options }) => Query;
  /** The options of `query()`; the session and its directory are the question's. */
  options?: Options;
  /** Aborting ends the wait. The question stays, and can be resumed again. */
  signal?: AbortSignal;
}

/** How long a resumed session may be silent before it is told in words to go on. */
const patience = 30_000;
const goOn = "Continue from where you left off.";

/**
 * Waits, without a Claude, until the ask of a deferred question has ended; then resumes the session, which makes the same call
 * again, and answers it. Yields what the session says until the turn ends, perhaps with the next question deferred. The
 * question is taken out of the store when Claude has its answer.
 */
export async function* resumeDeferred(
  question: DeferredQuestion,
  { query, options = {}, signal, ...asking }: ResumeOptions,
): AsyncGenerator<SDKMessage, void> {
  await asking.asker.wait(question.askId, signal === undefined ? {} : { signal });
  const prompt = createSilentPrompt();
  const session = query({
    prompt: prompt.messages,
    options: deferQuestions(
      { ...options, resume: question.session, ...(question.cwd === undefined ? {} : { cwd: question.cwd }) },
      asking,
    ),
  });
  try {
    for await (const message of session) {
      prompt.heard();
      if (isSettledBy(message, question.toolUseId)) await asking.store.remove(question.toolUseId);
      yield message;
      if (message.type === "result") prompt.end();
    }
  } finally {
    prompt.end();
    session.close();
  }
}

/**
 * A prompt without words: a resumed session goes on with its deferred call by itself, and a prompt would be one turn more. Where
 * nothing comes, because the call had been settled before a crash, it says to go on, so that nobody waits for ever.
 */
function createSilentPrompt() {
  const ended = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<void>();
  const timer = setTimeout(silence.resolve, patience);
  async function* messages(): AsyncGenerator<SDKUserMessage> {
    const isSilent = await Promise.race([silence.promise.then(() => true), ended.promise.then(() => false)]);
    if (isSilent) yield { type: "user", message: { role: "user", content: goOn }, parent_tool_use_id: null };
    await ended.promise;
  }
  return {
    messages: messages(),
    heard: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      ended.resolve();
    },
  };
}

// A turn that ended well has nothing left to answer, also where the answer had been given before a crash.
function isSettledBy(message: SDKMessage, toolUseId: string): boolean {
  if (message.type === "result") return message.subtype === "success" && !message.is_error;
  if (message.type !== "user" || !Array.isArray(message.message.content)) return false;
  return message.message.content.some((block) => block.type === "tool_result" && block.tool_use_id === toolUseId);
}
