import { toApprovalAsk } from "../ask.ts";
import type { Outcome } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import { askToolName } from "./tool-description.ts";
import { toToolResult } from "./tool-result.ts";

/** The names under which chat apps know the tool that asks. */
export const askToolNames: readonly string[] = [askToolName, "AskFollowupQuestion", "ask_user_question"];

/** What the tool returns in a chat app: the outcome for the page, the text for the model. */
export interface AskToolOutput {
  outcome: Outcome;
  text: string;
}

/**
 * The output of the ask tool in a chat: the answers, or how the ask ended without them.
 *
 * @example
 * const output = toAskToolOutput(ask, outcome);
 */
export function toAskToolOutput(ask: Ask & { id?: string }, outcome: Outcome): AskToolOutput {
  return { outcome, text: toToolResult(ask, outcome) };
}

/** The approval of a tool call in a chat app. The AI SDK knows only yes and no. */
export function toChatApproval(tool: string, input: unknown): Ask {
  return toApprovalAsk({
    tool,
    input,
    options: [
      { id: "allow", label: "Allow", effect: "allow-once" },
      { id: "deny", label: "Deny", effect: "deny" },
    ],
  });
}

/**
 * The key of the ask that approves a tool call in a chat app; that of a question is the call's id itself.
 *
 * @example
 * const { asks } = await hub.list({ session, key: toApprovalKey("call-1"), status: "all" });
 */
export function toApprovalKey(toolCallId: string): string {
  return `${toolCallId}:approval`;
}
