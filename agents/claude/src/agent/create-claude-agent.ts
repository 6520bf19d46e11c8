import type { Options, PermissionMode } from "@anthropic-ai/claude-agent-sdk";
import type { AgentRun, Asker, Picture } from "@yourcall/core";
import { eventsOfRun } from "@yourcall/core/internal";
import type { Asking } from "../ask-person.ts";
import type { DeferStore } from "../defer-store.ts";
import { runSession } from "./run-session.ts";
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
  /** Called before a session is started or continued. Throws if another process uses it. */
  hold?: (session: string) => Promise<void>;
  /** Aborting stops every run and withdraws its asks. */
  signal?: AbortSignal;
  /** Further options of `query()`. */
  options?: Options;
}

/** A run, whose id is Claude's session. */
export interface ClaudeRun extends AgentRun {
  /** Passes a message to the running turn. False if it takes none: it is over, waits for an answer, or `window` is not set. */
  send(text: string, pictures?: readonly Picture[]): boolean;
  /** Changes the permission mode or the model of the running turn, if `window` is set; a later run starts with those of the options. */
  setMode(mode: PermissionMode): void;
  setModel(model: string): void;
}

export interface ClaudeAgent {
  /** `id` is a UUID, a new one by default. */
  run(prompt: string, options?: { id?: string; pictures?: readonly Picture[] }): ClaudeRun;
  /** Continues a session: first with the question it waits for, if any, then with the prompt. */
  resume(id: string, prompt?: string, options?: { pictures?: readonly Picture[] }): ClaudeRun;
}

/**
 * Claude Code as an agent like the built-in one, with the same events, and questions and approvals through the asker.
 *
 * @example
 * const agent = createClaudeAgent({ asker, cwd: "/home/me/shop" });
 * for await (const event of agent.run("Fix the failing test.")) if (event.type === "text") process.stdout.write(event.text);
 */
export function createClaudeAgent(settings: ClaudeAgentOptions): ClaudeAgent {
  const options: Options = { systemPrompt: { type: "preset", preset: "claude_code" }, ...settings.options };

  function start(id: string, isNew: boolean, prompt: string | undefined, pictures?: readonly Picture[]): ClaudeRun {
    const messages = createTurnMessages();
    const reader = createEventReader(settings.window);
    const run = { session: { id, isNew }, prompt, pictures, messages, reader };
    const events = eventsOfRun(setImmediate, settings.signal, (emit, signal) =>
      runSession({ ...run, emit, signal }, { ...settings, options }),
    );
    const { send, setMode, setModel } = messages;
    return { id, send, setMode, setModel, [Symbol.asyncIterator]: () => events };
  }

  return {
    run: (prompt, { id = crypto.randomUUID(), pictures } = {}) => start(id, true, prompt, pictures),
    resume: (id, prompt, { pictures } = {}) => start(id, false, prompt, pictures),
  };
}
