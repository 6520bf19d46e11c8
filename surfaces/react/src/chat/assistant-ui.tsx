"use client";

import type { ToolCallMessagePartComponent, ToolCallMessagePartProps, Toolkit } from "@assistant-ui/react";
import { askToolNames } from "@yourcall/core/internal";
import { ApprovalPart } from "./approval-part.tsx";
import { AskPart } from "./ask-part.tsx";
import { isAskTool, type ToolCallProps } from "./tool-call.ts";

export { AskProvider, type AskProviderProps, type EndedCall } from "./ask-provider.tsx";
export { MessageBoundary } from "./part-note.tsx";
export { repairMessages } from "./repair-messages.ts";

/** The card of a tool call that asks. */
export const AskToolUI: ToolCallMessagePartComponent = (part) => {
  const Part = part.approval === undefined ? AskPart : ApprovalPart;
  return <Part {...toToolCall(part)} />;
};

/** For `tools.by_name` of `MessagePrimitive.Parts`. */
export const askTools: Record<string, ToolCallMessagePartComponent> = Object.fromEntries(
  askToolNames.map((name) => [name, AskToolUI]),
);

/** For `Tools({ toolkit })`. The tools themselves are on the server: nothing about them is sent to the model from here. */
export const askToolkit: Toolkit = Object.fromEntries(
  askToolNames.map((name) => [name, { type: "backend", display: "standalone", render: AskToolUI }]),
);

/**
 * The UI of any other tool, with the card of its approval before it: for `tools.Fallback`, or a tool's own `render`.
 *
 * @example
 * const Tool = withApproval();
 */
export function withApproval(Tool?: ToolCallMessagePartComponent): ToolCallMessagePartComponent {
  return function ToolWithApproval(part) {
    if (isAskTool(part.toolName)) return <AskToolUI {...part} />;
    return (
      <>
        <ApprovalPart {...toToolCall(part)} />
        {Tool && (part.approval === undefined || part.approval.approved) && <Tool {...part} />}
      </>
    );
  };
}

function toToolCall(part: ToolCallMessagePartProps): ToolCallProps {
  const { toolName, toolCallId, args, argsText, result, isError, approval, status } = part;
  return {
    call: {
      toolName,
      toolCallId,
      state: result !== undefined ? "ended" : isComplete(argsText) ? "waiting" : "streaming",
      running: status.type === "running",
      input: args,
      output: result,
      error: isError === true ? toErrorText(result) : undefined,
      approval,
    },
    replies: {
      onOutput: (output) => part.addResult(output),
      onApproval: ({ approved, reason }) => part.respondToApproval({ approved, reason }),
    },
  };
}

/** Whether the arguments are complete: while they arrive, assistant-ui omits the end of their text. */
function isComplete(argsText: string): boolean {
  try {
    JSON.parse(argsText);
    return true;
  } catch {
    return false;
  }
}

function toErrorText(result: unknown): string {
  const { error = result } = (result ?? {}) as { error?: unknown };
  return typeof error === "string" ? error : (JSON.stringify(error) ?? "The tool failed.");
}
