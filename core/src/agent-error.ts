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

/** The words of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
