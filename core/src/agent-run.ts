import type { Outcome } from "./outcome-schemas.ts";
import type { Approval, Question } from "./schemas.ts";

/** The result of a tool call, as the model sees it. */
export interface ToolResult {
  text: string;
  isError: boolean;
  /** How the ask ended, for the AskUserQuestion tool and for a call that was put to the person. */
  outcome?: Outcome;
}

/** What a model used. */
export interface AgentUsage {
  /** All that the model read, from a cache or not. */
  inputTokens: number;
  outputTokens: number;
  costUsd?: number;
}

/** A model that an agent offers. */
export interface OfferedModel {
  id: string;
  name: string;
}

/** What an agent reports about itself. What is omitted is as it was. */
export interface AgentSettingsReport {
  model?: string;
  mode?: string;
  /** What it used since it last reported that. */
  usage?: AgentUsage;
  /** What the whole session has cost so far, from an agent that adds that up itself. */
  totalCostUsd?: number;
  /** The models that can be chosen. */
  models?: readonly OfferedModel[];
  /** The modes that can be chosen; without it, all. */
  modes?: readonly string[];
  /** Whether it takes pictures in messages. */
  takesPictures?: boolean;
  /** Whether it can continue a session that another process of it began. */
  continuesSessions?: boolean;
}

/**
 * The events of a run, in order, the same for every agent. A tool call is one `tool_start`, any number of `ask_user` and one
 * `tool_result`; a run ends with one `done` or one `error`. `id` is always that of the tool call. `askId` is present if the
 * asker knows it (a hub does).
 */
export type AgentEvent =
  | { type: "text"; text: string }
  /** The model's reasoning. Only for a host that wants it. */
  | { type: "reasoning"; text: string }
  /** What the agent reports about itself. Only for a host that wants it. */
  | ({ type: "settings" } & AgentSettingsReport)
  | { type: "tool_start"; id: string; name: string; input: unknown }
  | { type: "tool_result"; id: string; name: string; result: ToolResult }
  | {
      type: "ask_user";
      id: string;
      askId?: string;
      kind: "question" | "approval";
      questions: Question[];
      approval?: Approval;
    }
  | { type: "done"; text: string }
  | { type: "error"; error: Error };

/** A run of an agent. Iterating it once executes it. Leaving the loop early stops it, as aborting does. */
export interface AgentRun extends AsyncIterable<AgentEvent> {
  readonly id: string;
}

/** Why a run stopped, or could not start. */
export type AgentErrorCode =
  | "aborted"
  | "ask-failed"
  | "cut-off"
  | "model-not-found"
  | "no-model"
  | "not-found"
  | "overloaded"
  | "provider-error"
  | "provider-unreachable"
  | "too-many-steps"
  | "unauthorized";

const marker = Symbol.for("yourcall.agent-error");

/** A failure of a run; the message says what to do about it. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly code: AgentErrorCode;
  readonly [marker] = true;

  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static isInstance(value: unknown): value is AgentError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** The failure of a run that was aborted. */
export function toStopped(cause?: unknown): AgentError {
  return new AgentError("aborted", "The run was stopped and its questions were withdrawn. It can be resumed.", {
    cause,
  });
}

/** Imports an optional package. `missing` is the message that tells the host how to install it. */
export async function loadPackage<Module>(importing: () => Promise<Module>, missing: string): Promise<Module> {
  try {
    return await importing();
  } catch (error) {
    // The first from `import`, the second from `require`, which the bundled command uses.
    if (!["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes((error as { code?: string }).code ?? "")) throw error;
    throw new AgentError("no-model", missing, { cause: error });
  }
}
