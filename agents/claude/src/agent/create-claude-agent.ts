import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { type AgentEvent, type Asker, type Emit, eventsOfRun } from "@yourcall/core";
import type { Asking } from "../ask-person.ts";
import type { DeferStore } from "../defer-store.ts";
import { runSession, type Sdk, type SessionSettings } from "./run-session.ts";
import { spawnTied } from "./spawn-tied.ts";
import { createEventReader } from "./to-agent-events.ts";
import { createTurnMessages } from "./turn-messages.ts";

export interface ClaudeAgentOptions extends Pick<Asking, "agent" | "deadline"> {
  /** Asks the person. Without one nothing can be asked, and everything that needs permission is denied. */
  asker?: Asker;
  /**
   * Where waiting questions are kept. With it, Claude ends while a question waits and is started again with the answer, so that a
   * run can be resumed after a crash with its question still open. If this process ends, Claude ends with it.
   */
  store?: DeferStore;
  /** The directory Claude works in; the process's by default. */
  cwd?: string;
  model?: string;
  /** Claude may read and plan, and change nothing until the person has agreed to the plan. */
  planMode?: boolean;
  /**
   * For a host that shows the session in a window: reasoning, model and mode are reported, and messages can be sent while a turn
   * runs.
   */
  window?: boolean;
  /** Called before a session is started or continued. Throws if another process has it. */
  hold?: (session: string) => Promise<void>;
  /** Aborting stops every run and withdraws its asks. */
  signal?: AbortSignal;
  /** Further options of `query()`. */
  options?: Options;
  /** How the Agent SDK is loaded; for tests. */
  importSdk?: () => Promise<Sdk>;
}

/** A run. Iterating it once executes it. Leaving the loop early stops it, as aborting does. */
export interface ClaudeRun extends AsyncIterable<AgentEvent> {
  /** Claude's session. */
  readonly id: string;
  /** Passes a message to the turn; false if it takes none, because it is over, waits for an answer, or is in no window. */
  send(text: string): boolean;
}

export interface ClaudeAgent {
  /** `id` is a UUID, a new one by default. */
  run(prompt: string, options?: { id?: string }): ClaudeRun;
  /** Continues a session: first with the question it waits for, if any, then with the prompt. */
  resume(id: string, prompt?: string): ClaudeRun;
}

/** Claude Code as an agent like the built-in one, with the same events, and questions and approvals through the asker. */
export function createClaudeAgent(settings: ClaudeAgentOptions): ClaudeAgent {
  function start(id: string, isNew: boolean, prompt: string | undefined): ClaudeRun {
    const messages = createTurnMessages();
    async function* events(): AsyncGenerator<AgentEvent> {
      const stop = new AbortController();
      const abort = () => stop.abort();
      if (settings.signal?.aborted) abort();
      settings.signal?.addEventListener("abort", abort, { once: true });
      const reader = createEventReader(settings.window);
      const run = { session: { id, isNew }, prompt, signal: stop.signal, messages, reader };
      const options: Options = { systemPrompt: { type: "preset", preset: "claude_code" }, ...settings.options };
      const watch = settings.store === undefined ? {} : watchClaude(options, stop.signal);
      const work = (emit: Emit) => runSession({ ...run, emit }, { ...settings, options, ...watch });
      yield* eventsOfRun(setImmediate, work, () => {
        settings.signal?.removeEventListener("abort", abort);
        abort();
      });
    }
    const iterator = events();
    return { id, send: messages.send, [Symbol.asyncIterator]: () => iterator };
  }

  return {
    run: (prompt, { id = crypto.randomUUID() } = {}) => start(id, true, prompt),
    resume: (id, prompt) => start(id, false, prompt),
  };
}

const deathMs = 500;

/** Notices a Claude that ends by itself. A host with its own way to start it gets no such notice. */
function watchClaude(options: Options, signal: AbortSignal): Partial<Pick<SessionSettings, "options" | "hasDied">> {
  if (options.spawnClaudeCodeProcess !== undefined) return {};
  let hasExited = false;
  const exit = Promise.withResolvers<void>();
  return {
    options: {
      ...options,
      spawnClaudeCodeProcess(how) {
        const claude = spawnTied(how);
        claude.once("exit", () => {
          hasExited = !signal.aborted;
          exit.resolve();
        });
        return claude;
      },
    },
    async hasDied() {
      // The end of its output may be noticed before that of the process.
      await Promise.race([exit.promise, new Promise((resolve) => setTimeout(resolve, deathMs))]);
      // A process that was held up hears its timer first, and only then what happened meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
      return hasExited;
    },
  };
}
