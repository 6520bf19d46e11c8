import type { AskToolOutput, Outcome } from "@yourcall/core";
import { askToolNames } from "@yourcall/core/internal";
import type { AnsweringOptions } from "../card-props.ts";

/** One tool call of a chat, whichever library shows it. */
export interface ToolCall {
  toolName: string;
  toolCallId: string;
  /** `streaming`: its arguments are still arriving, or never did. */
  state: "streaming" | "waiting" | "ended";
  /** Whether the run that made the call is still active in this page and will deliver the outcome itself. */
  running: boolean;
  input: unknown;
  output?: unknown;
  /** Why it failed. */
  error?: string | undefined;
  approval?: ToolApproval | undefined;
}

/** Whether the tool may run. */
export interface ToolApproval {
  id: string;
  /** Undefined while nobody has decided. */
  approved?: boolean | undefined;
  reason?: string | undefined;
}

/** Passes what a person decided to the chat. */
export interface ToolReplies {
  onOutput(output: AskToolOutput): void | PromiseLike<void>;
  onApproval(decision: { approved: boolean; reason?: string | undefined }): void | PromiseLike<void>;
}

/** The props of a card in a chat. */
export interface ToolCallProps {
  call: ToolCall;
  replies: ToolReplies;
}

/** Whether this is the name of a tool that asks. */
export function isAskTool(name: string): boolean {
  return askToolNames.includes(name);
}

/** The output if it comes from our own tool; undefined for anything else. */
export function toAskOutput(output: unknown): AskToolOutput | undefined {
  const { outcome, text } = (output ?? {}) as Partial<AskToolOutput>;
  const isOurs = typeof outcome?.status === "string" && typeof outcome.at === "string" && typeof text === "string";
  if (!isOurs) return undefined;
  return outcome.status === "answered" && !Array.isArray(outcome.answers) ? undefined : { outcome, text };
}

/** The handlers of a card whose answers go to the chat. Without a hub to make the outcome, it is made here. */
export function toCardHandlers(
  report: (outcome: Outcome) => void | PromiseLike<void>,
): Pick<AnsweringOptions, "onSubmit" | "onDecline"> {
  const at = () => new Date().toISOString();
  return {
    onSubmit: async ({ act, ...reply }) =>
      report({ status: "answered", ...reply, by: { surface: "card", act }, at: at() }),
    onDecline: async (decline) =>
      report({ status: "declined", ...decline, by: { surface: "card", act: "submit" }, at: at() }),
  };
}
