import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { Asking } from "./asking.ts";
import { wrapOptions } from "./wrap-options.ts";

export interface WithYourcall extends Asking {
  /** Ask the person about other tools too, where neither a rule nor your own `canUseTool` decides. */
  approvals?: boolean;
  /** Put forms that MCP servers ask for (elicitation) to the person. On by default. */
  elicitations?: boolean;
  /**
   * How questions are answered: as permission requests, or by a PreToolUse hook. By default the hook answers in `dontAsk` mode,
   * where Claude Code makes no permission requests, and where `permissionPromptToolName` is set.
   */
  via?: "permission" | "hook";
  /** How long the hook may wait for an answer, after which Claude is told that nothing came. A week. */
  hookTimeoutSeconds?: number;
  /** Told why a form of an MCP server was declined without the person's having done so. */
  onFault?: (message: string) => void;
}

/**
 * The options of `query()`, with Claude's questions answered through the asker:
 *
 *     query({ prompt, options: withYourcall({ cwd }, { asker }) })
 *
 * What the options already hold is kept: their `canUseTool` decides about all other tools, their hooks run beside ours, their
 * `onElicitation` gets what is no form. Without a `canUseTool` of yours and without `approvals`, a tool that needs leave
 * is denied, as the SDK does by itself.
 */
export function withYourcall(options: Options, asking: WithYourcall): Options {
  return wrapOptions(options, asking);
}
