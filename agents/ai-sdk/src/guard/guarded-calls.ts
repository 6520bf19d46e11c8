import { getToolName, isToolUIPart, type UIMessage } from "ai";
import { createShownInput, type ShownInput } from "./shown-input.ts";

/** One tool call, in the state that the page knows. */
export interface GuardedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly dynamic: boolean | undefined;
  /** The step of the message that the call belongs to. */
  readonly step: number;
  readonly input: ShownInput;
  state: "streaming" | "available" | "approval" | "preliminary" | "done";
  /** The id of its approval. */
  approvalId?: string;
  /** The text of an error that was read as "this server has no such tool". */
  missing?: string;
}

const statesBefore: Partial<Record<string, GuardedCall["state"]>> = {
  "input-streaming": "streaming",
  "approval-requested": "approval",
};

/** The calls that the page knows from the message that a stream continues. */
export function callsIn(message: UIMessage | undefined): GuardedCall[] {
  const parts = message?.parts ?? [];
  const lastStep = parts.findLastIndex(({ type }) => type === "step-start");
  return parts.flatMap((part, index): GuardedCall[] => {
    if (!isToolUIPart(part)) return [];
    const { state, toolCallId } = part;
    const isCurrent = index > lastStep;
    const isDone = state === "output-available" || state === "output-error" || state === "output-denied";
    return [
      {
        toolCallId,
        toolName: getToolName(part),
        dynamic: part.type === "dynamic-tool" ? true : undefined,
        step: isCurrent ? 0 : -1,
        input: createShownInput({ streams: false, before: part.input }),
        approvalId: part.approval?.id,
        // An input left open in an earlier step cannot be completed: the reader would start another call.
        state: isDone || (!isCurrent && state === "input-streaming") ? "done" : (statesBefore[state] ?? "available"),
      },
    ];
  });
}
