"use client";

import type { UseChatHelpers } from "@ai-sdk/react";
import type { UIMessage } from "ai";
import type { ReactNode } from "react";
import { ApprovalPart } from "./approval-part.tsx";
import { AskPart } from "./ask-part.tsx";
import { isAskTool, type ToolApproval, type ToolCall, type ToolReplies } from "./tool-call.ts";

export { AskProvider, type AskProviderProps, type EndedCall } from "./ask-provider.tsx";
export { MessageBoundary } from "./part-note.tsx";
export { repairMessages } from "./repair-messages.ts";

/** The part of what `useChat` returns that is needed here. */
export type AskChat = Pick<UseChatHelpers<UIMessage>, "status" | "addToolOutput" | "addToolApprovalResponse">;

/** The fields of a tool part, whatever its state. */
interface ToolPart {
  type: string;
  toolName?: string;
  toolCallId: string;
  state: string;
  input?: unknown;
  rawInput?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: ToolApproval;
}

/**
 * A part of a message from `useChat`: the card of a question, or of an approval. For any other part, and for a tool once it is
 * allowed, `children` are shown.
 *
 * @example
 * import type { UIMessage } from "ai";
 * const show = (message: UIMessage, chat: AskChat) =>
 *   message.parts.map((part, index) => <ChatToolPart key={String(index)} part={part} chat={chat} />);
 */
export function ChatToolPart({
  part: given,
  chat,
  children = null,
}: {
  part: UIMessage["parts"][number];
  chat: AskChat;
  children?: ReactNode;
}): ReactNode {
  const part = given as unknown as ToolPart;
  const toolName = toToolName(part);
  if (toolName === undefined) return children;
  const call: ToolCall = {
    toolName,
    toolCallId: part.toolCallId,
    state: part.state === "input-streaming" ? "streaming" : part.state.startsWith("output-") ? "ended" : "waiting",
    running: chat.status === "streaming" || chat.status === "submitted",
    input: part.input ?? part.rawInput,
    output: part.output,
    error: part.errorText,
    approval: part.approval,
  };
  const replies: ToolReplies = {
    onOutput: (output) => chat.addToolOutput({ tool: toolName, toolCallId: part.toolCallId, output } as never),
    onApproval: ({ approved, reason }) =>
      chat.addToolApprovalResponse({ id: part.approval?.id ?? "", approved, reason }),
  };
  if (isAskTool(toolName) && call.approval === undefined) return <AskPart call={call} replies={replies} />;
  return (
    <>
      <ApprovalPart call={call} replies={replies} />
      {call.approval?.approved !== false && children}
    </>
  );
}

function toToolName({ type, toolName }: ToolPart): string | undefined {
  if (type === "dynamic-tool") return toolName;
  return type.startsWith("tool-") ? type.slice(5) : undefined;
}
