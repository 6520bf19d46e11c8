import { resolve } from "node:path";
import {
  AgentError,
  type AgentInfo,
  type AgentRun,
  type Asker,
  type AskRequest,
  askInputJsonSchema,
  askToolDescription,
  askToolName,
  type Clock,
  machineClock,
  type Picture,
} from "@yourcall/core";
import { eventsOfRun } from "@yourcall/core/internal";
import type { LanguageModel } from "ai";
import { driveRun } from "./drive-run.ts";
import type { OfferedTool } from "./model-turn.ts";
import { createMemoryRunStore, type RunStore, type SavedRun } from "./run-store.ts";
import type { Tool } from "./tool.ts";

export interface AgentOptions {
  /** Any model of the AI SDK. */
  model: LanguageModel;
  tools?: readonly Tool[];
  /** Asks the person. Without an asker nothing can be asked or approved, and the system prompt says so. */
  asker?: Asker;
  /** The instructions for the model; a short general text by default. */
  system?: string;
  /** The working directory of the tools; the process's by default. */
  cwd?: string;
  /** The maximum number of turns for one prompt. 50. */
  maxSteps?: number;
  planMode?: boolean;
  /** Aborting stops every run and withdraws its asks. */
  signal?: AbortSignal;
  /** Where runs are kept; in memory by default. */
  store?: RunStore;
  /** How the agent appears to the person. */
  agent?: Pick<AgentInfo, "name" | "title">;
  /** The deadline of questions, and what happens then. None by default. Approvals never have a fallback. */
  deadline?: Pick<AskRequest, "timeoutMs" | "onTimeout">;
  clock?: Clock;
  createId?: () => string;
  /** Also report the model's reasoning and what it used, for a host that shows them in a window. */
  window?: boolean;
}

export interface Agent {
  /** Begins a run. It works while its events are read; leaving the loop aborts it. */
  run(prompt: string, options?: { pictures?: readonly Picture[] }): AgentRun;
  /**
   * Continues a saved run: open asks are found again by their key, existing results are kept. With a
   * prompt, the conversation continues with it.
   */
  resume(runId: string, prompt?: string, options?: { pictures?: readonly Picture[] }): AgentRun;
}

/**
 * An agent: a model, its tools, and the tool that asks a person.
 *
 * @example
 * const agent = createAgent({ model, asker, tools: createCodingTools() });
 * for await (const event of agent.run("Set up the project.")) if (event.type === "text") process.stdout.write(event.text);
 */
export function createAgent(options: AgentOptions): Agent {
  const { model, asker, planMode = false, maxSteps = 50, clock = machineClock, window = false } = options;
  const { store = createMemoryRunStore(), createId = () => `run_${crypto.randomUUID()}`, deadline = {} } = options;
  const cwd = resolve(options.cwd ?? process.cwd());
  const tools = toToolMap(options.tools ?? []);
  const offered = toOffered(tools, asker !== undefined);
  const system = toSystemText(options.system, cwd, asker !== undefined, planMode);

  function start(
    id: string,
    open: () => Promise<SavedRun>,
    prompt: string | undefined,
    pictures?: readonly Picture[],
  ): AgentRun {
    const events = eventsOfRun(setImmediate, options.signal, async (emit, signal) => {
      const run = await open();
      const agent = { name: "yourcall agent", ...options.agent, session: id, cwd };
      let saving = Promise.resolve();
      function save(): Promise<void> {
        const copy = structuredClone(run);
        saving = saving.catch(() => {}).then(() => store.save(copy));
        return saving;
      }
      const fixed = { tools, asker, agent, cwd, deadline, model, system, offered, maxSteps, clock, window };
      await driveRun({ run, signal, emit, save, ...fixed }, prompt, pictures);
    });
    return { id, [Symbol.asyncIterator]: () => events };
  }

  return {
    run(prompt, { pictures } = {}) {
      const id = createId();
      return start(id, async () => ({ version: 1, id, messages: [], calls: [], allowed: [] }), prompt, pictures);
    },
    resume(id, prompt, { pictures } = {}) {
      async function open(): Promise<SavedRun> {
        const run = await store.load(id);
        if (run === undefined) throw new AgentError("not-found", `There is no saved run "${id}".`);
        return run;
      }
      return start(id, open, prompt, pictures);
    },
  };
}

function toToolMap(tools: readonly Tool[]): Map<string, Tool> {
  const map = new Map<string, Tool>();
  for (const tool of tools) {
    if (tool.name === askToolName) throw new Error(`${askToolName} comes with the loop. Leave it out of tools.`);
    if (map.has(tool.name)) throw new Error(`Two tools are named "${tool.name}".`);
    map.set(tool.name, tool);
  }
  return map;
}

/** Without a person, tools that need one are not offered. */
function toOffered(tools: ReadonlyMap<string, Tool>, canAsk: boolean): OfferedTool[] {
  const usable = [...tools.values()].filter((tool) => canAsk || tool.approvalNeed !== "always");
  if (!canAsk) return usable;
  return [{ name: askToolName, description: askToolDescription, inputSchema: askInputJsonSchema() }, ...usable];
}

const opening =
  "You are an agent that works for a user with the tools you are given. Find out what you can with them, do what was asked, and say in a few words what you did.";

const nobody = `Nobody can be asked in this run: there is no ${askToolName} tool, and nothing can be approved. Where a decision is the user's, take the choice that is easiest to undo, and say at the end what you assumed. Never write as if the user had chosen.`;

const planning =
  "You are in plan mode: look, change nothing, and end with a plan for the user to read before any work starts.";

const planningWithPerson = `${planning} Settle what is the user's to decide with ${askToolName} before the plan is final.`;

/** The instructions for the model: the host's text or a short opening, then what applies to this run. */
function toSystemText(own: string | undefined, cwd: string, canAsk: boolean, planMode: boolean): string {
  return [
    own ?? opening,
    `The working directory is ${cwd}.`,
    ...(canAsk ? [] : [nobody]),
    ...(planMode ? [canAsk ? planningWithPerson : planning] : []),
  ].join("\n\n");
}
