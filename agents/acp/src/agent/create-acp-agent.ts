import { AgentError, type AgentInfo, type AgentRun, type Asker, type Picture } from "@yourcall/core";
import { eventsOfRun, toTitle } from "@yourcall/core/internal";
import { type Connection, openConnection } from "./open-connection.ts";
import { createTurns } from "./turns.ts";

/** Stores the agent's own id of each run's session, so that another process can continue the run. */
export interface AcpSessions {
  load(run: string): Promise<string | undefined>;
  save(run: string, session: string): Promise<void>;
}

export interface AcpAgentOptions {
  /** The agent's command, as `["gemini", "--acp"]`. It is started when the first run needs it. */
  command: readonly string[];
  /** Asks the person. Without one nothing can be asked, and everything that needs permission is refused. */
  asker?: Asker;
  /** The directory the agent works in; the process's by default. */
  cwd?: string;
  /** The environment of the agent; the process's by default. */
  env?: NodeJS.ProcessEnv;
  /** How the agent appears to the person; by default as it calls itself, titled with the beginning of the first prompt. */
  agent?: Partial<Pick<AgentInfo, "name" | "title">>;
  /** The session of its asks; by default the agent's own session id. */
  session?: string;
  /** The mode of its sessions, by id or name, as `plan`; a function is called for each turn. */
  mode?: string | (() => string | undefined);
  /** The model of its sessions, by its id, if the agent lets one choose; called for each turn. */
  model?: () => string | undefined;
  sessions?: AcpSessions;
  /** If the agent ends before its asks are answered, they stay pending, for a host that passes the answers on later. */
  keepAsks?: boolean;
  /** Also report the model's reasoning, what can be chosen, and what was used, for a host that shows them in a window. */
  window?: boolean;
}

export interface AcpAgent {
  /** `id` names the run; a new UUID by default. */
  run(prompt: string, options?: { id?: string; signal?: AbortSignal; pictures?: readonly Picture[] }): AgentRun;
  /** Continues a run. A question that was open when its process ended is lost: no agent asks it again. */
  resume(id: string, prompt?: string, options?: { signal?: AbortSignal; pictures?: readonly Picture[] }): AgentRun;
  /** Whether its process is running. */
  isRunning(): boolean;
  /** Ends the agent. */
  close(): Promise<void>;
}

const goOn = "Continue from where you left off. What you asked last was not answered.";

/**
 * Any agent that speaks ACP, with the events of the built-in one, and permissions and questions through the asker.
 *
 * @example
 * const agent = createAcpAgent({ command: ["gemini", "--experimental-acp"], asker });
 * for await (const event of agent.run("Fix the failing test.")) if (event.type === "text") process.stdout.write(event.text);
 * await agent.close();
 */
export function createAcpAgent(options: AcpAgentOptions): AcpAgent {
  const { command, cwd = process.cwd(), env, sessions = createMemory() } = options;
  const [program = "agent"] = command;
  const turns = createTurns(options, cwd, () => options.agent?.name ?? connection?.name ?? program);
  let connection: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  let unwanted = new AbortController();

  async function connect(signal: AbortSignal): Promise<Connection> {
    if (connection?.isOpen === false) {
      [connection, opening] = [undefined, undefined];
      turns.forget();
    }
    if (opening === undefined) {
      unwanted = new AbortController();
      opening = openConnection({ command, cwd, env, signal: unwanted.signal }, turns.side);
    }
    // An agent that is still starting cannot be sent a cancellation, so its process is ended.
    const leave = () => unwanted.abort();
    signal.addEventListener("abort", leave, { once: true });
    try {
      connection = await opening;
      return connection;
    } catch (error) {
      opening = undefined;
      throw error;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  function start(
    id: string,
    isNew: boolean,
    prompt: string | undefined,
    { signal, pictures = [] }: { signal?: AbortSignal; pictures?: readonly Picture[] },
  ): AgentRun {
    const events = eventsOfRun(setImmediate, signal, async (emit, stopped) => {
      if (stopped.aborted) throw new AgentError("aborted", "The run was stopped before it began.");
      const current = await connect(stopped);
      const known = isNew ? undefined : await sessions.load(id);
      if (!isNew && known === undefined)
        throw new AgentError("not-found", `There is no saved run "${id}" of this agent in this directory.`);
      const mode = typeof options.mode === "function" ? options.mode() : options.mode;
      const session = await turns.open(current, known, { mode, model: options.model?.() });
      await sessions.save(id, session);
      if (options.window === true) void emit({ type: "settings", ...turns.offers(current, session) });
      const title = options.agent?.title ?? toTitle(prompt ?? "");
      await turns.prompt(current, { session, prompt: prompt ?? goOn, pictures, title, signal: stopped, emit });
    });
    return { id, [Symbol.asyncIterator]: () => events };
  }

  return {
    run: (prompt, { id = crypto.randomUUID(), ...more } = {}) => start(id, true, prompt, more),
    resume: (id, prompt, more = {}) => start(id, false, prompt, more),
    isRunning: () => connection?.isOpen === true,
    async close() {
      unwanted.abort();
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

function createMemory(): AcpSessions {
  const known = new Map<string, string>();
  return {
    load: async (run) => known.get(run),
    save: async (run, session) => void known.set(run, session),
  };
}
