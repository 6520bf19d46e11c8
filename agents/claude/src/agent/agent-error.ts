/** Why a run stopped, or could not start: codes of the built-in agent's errors. */
export type AgentErrorCode = "aborted" | "no-model" | "not-found" | "provider-error" | "too-many-steps";

// The mark of the built-in agent's errors, so that a host of both needs one check.
const marker = Symbol.for("yourcall.agent-error");

/** A failure of a run; the message says what to do about it. */
export class ClaudeAgentError extends Error {
  override readonly name = "AgentError";
  readonly code: AgentErrorCode;
  readonly [marker] = true;

  constructor(code: AgentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
