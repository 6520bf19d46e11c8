import type { Options, SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import type { AskNotice, ClaudeAsker } from "../ask-person.ts";
import type { Asking } from "../asking.ts";
import { deferQuestions, isLastingAsker } from "../defer-questions.ts";
import type { DeferStore } from "../defer-store.ts";
import { resumeDeferred } from "../resume-deferred.ts";
import { type WithYourcall, withYourcall } from "../with-yourcall.ts";
import { ClaudeAgentError } from "./agent-error.ts";
import type { AgentEvent } from "./agent-event.ts";
import { createEventQueue } from "./event-queue.ts";
import { loadSdk, type Sdk } from "./load-sdk.ts";
import { createEventReader, toDone } from "./to-agent-events.ts";

export interface ClaudeAgentOptions extends Pick<Asking, "agent" | "deadline"> {
  /** Who puts questions to the person. Without one nothing can be asked, and what needs leave is denied. */
  asker?: ClaudeAsker;
  /**
   * Where questions are kept that wait. With it, Claude ends while a question waits and is started again with the answer, so that a
   * run can be resumed after a crash with its question still open. It takes an asker whose asks last, as a hub's client.
   */
  store?: DeferStore;
  /** The directory Claude works in; the process's by default. */
  cwd?: string;
  model?: string;
  /** Claude may look and plan, and change nothing until the person has agreed to the plan. */
  planMode?: boolean;
  /** Aborting stops every run and withdraws what it asked. */
  signal?: AbortSignal;
  /** More options of `query()`. */
  options?: Options;
  /** How the Agent SDK is loaded; for tests. */
  importSdk?: () => Promise<Sdk>;
}

/** A run: iterate it once to make it happen. Leaving the loop early stops the run as aborting does. */
export interface ClaudeRun extends AsyncIterable<AgentEvent> {
  /** Claude's session. */
  readonly id: string;
}

export interface ClaudeAgent {
  run(prompt: string): ClaudeRun;
  /** Goes on with a session: first with the question it waits for, if it does, then with the prompt. */
  resume(id: string, prompt?: string): ClaudeRun;
}

const goOn = "Continue from where you left off.";

/** Claude Code as an agent like the built-in one: the same events, and questions and approvals through the asker. */
export function createClaudeAgent(settings: ClaudeAgentOptions): ClaudeAgent {
  const { asker, store, cwd = process.cwd(), model, planMode = false } = settings;
  if (store !== undefined && asker !== undefined && !isLastingAsker(asker))
    throw new Error("A store for waiting questions needs an asker whose asks last: create, cancel and wait.");

  async function work(
    session: { id: string; isNew: boolean },
    prompt: string | undefined,
    abortController: AbortController,
    emit: (event: AgentEvent) => Promise<void>,
  ): Promise<void> {
    const { query } = await loadSdk(settings.importSdk);
    const reader = createEventReader();
    const { signal } = abortController;
    let deferred: AskNotice | undefined;
    const asking: Omit<WithYourcall, "asker"> = {
      ...(settings.agent === undefined ? {} : { agent: settings.agent }),
      ...(settings.deadline === undefined ? {} : { deadline: settings.deadline }),
      approvals: true,
      async onAsk(notice) {
        // Told when the turn has ended, since only then is Claude sure to have kept the call.
        if (notice.deferred === true) deferred = notice;
        else await Promise.all(reader.readAsk(notice).map(emit));
      },
      onOutcome: reader.noteOutcome,
    };
    const base: Options = {
      systemPrompt: { type: "preset", preset: "claude_code" },
      ...settings.options,
      cwd,
      includePartialMessages: true,
      abortController,
      permissionMode: planMode ? "plan" : (settings.options?.permissionMode ?? "default"),
      ...(model === undefined ? {} : { model }),
    };
    const lasting =
      store !== undefined && asker !== undefined && isLastingAsker(asker) ? { ...asking, asker, store } : null;

    function wrap(options: Options): Options {
      if (asker === undefined) return options;
      return lasting === null ? withYourcall(options, { ...asking, asker }) : deferQuestions(options, lasting);
    }

    /** Reads a turn to its end, and all turns that go on from a deferred question. */
    async function drive(turn: AsyncIterable<SDKMessage>): Promise<AgentEvent> {
      let done: AgentEvent | undefined;
      let isDeferred = false;
      for await (const message of turn) {
        for (const event of reader.read(message)) void emit(event);
        if (message.type !== "result") continue;
        isDeferred = message.terminal_reason === "tool_deferred";
        if (!isDeferred) done = toDone(message);
      }
      if (isDeferred && deferred !== undefined) for (const event of reader.readAsk(deferred)) void emit(event);
      const next = isDeferred ? await goOnWithDeferred() : undefined;
      if (next !== undefined) return next;
      if (done === undefined) throw new ClaudeAgentError("provider-error", "Claude ended without an end of its turn.");
      return done;
    }

    async function goOnWithDeferred(): Promise<AgentEvent | undefined> {
      const question = (await lasting?.store.list())?.find((kept) => kept.session === session.id);
      if (lasting === null || question === undefined) return undefined;
      try {
        return await drive(resumeDeferred(question, { ...lasting, query, options: base, signal }));
      } catch (error) {
        if (signal.aborted) await lasting.asker.cancel(question.askId).catch(() => {});
        throw error;
      }
    }

    try {
      const finished = session.isNew ? undefined : await goOnWithDeferred();
      if (finished !== undefined && prompt === undefined) return void emit(finished);
      const place: Options = session.isNew ? { sessionId: session.id } : { resume: session.id };
      const turn = query({ prompt: prompt ?? goOn, options: wrap({ ...base, ...place }) });
      void emit(await drive(turn));
    } catch (error) {
      if (!signal.aborted) throw toNotFound(error, session.id);
      throw new ClaudeAgentError(
        "aborted",
        "The run was stopped, and what it asked was withdrawn. It can be resumed.",
        {
          cause: error,
        },
      );
    }
  }

  function start(id: string, isNew: boolean, prompt: string | undefined): ClaudeRun {
    async function* events(): AsyncGenerator<AgentEvent> {
      const stop = new AbortController();
      const abort = () => stop.abort();
      if (settings.signal?.aborted) abort();
      settings.signal?.addEventListener("abort", abort, { once: true });
      const queue = createEventQueue<AgentEvent>();
      const working = work({ id, isNew }, prompt, stop, queue.push)
        .catch((error) => {
          void queue.push({ type: "error", error: error instanceof Error ? error : new Error(String(error)) });
        })
        .finally(queue.end);
      try {
        yield* queue;
      } finally {
        settings.signal?.removeEventListener("abort", abort);
        abort();
        await working;
      }
    }
    const iterator = events();
    return { id, [Symbol.asyncIterator]: () => iterator };
  }

  return {
    run: (prompt) => start(crypto.randomUUID(), true, prompt),
    resume: (id, prompt) => start(id, false, prompt),
  };
}

function toNotFound(error: unknown, id: string): unknown {
  if (!(error instanceof Error) || !/no conversation found/i.test(error.message)) return error;
  return new ClaudeAgentError("not-found", `Claude has no session "${id}" in this directory.`, { cause: error });
}
