import { getToolName, isToolUIPart, type UIMessage, type UIMessageChunk } from "ai";

/** Turns parts of a message back into stream chunks, for a page that has none of them yet. */
export function toChunks(parts: UIMessage["parts"]): UIMessageChunk[] {
  return parts.flatMap((part, at) => toPartChunks(part, `replayed-${at}`));
}

function toPartChunks(part: UIMessage["parts"][number], id: string): UIMessageChunk[] {
  if (part.type === "step-start") return [{ type: "start-step" }];
  if (part.type === "text")
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text },
      { type: "text-end", id },
    ];
  if (part.type === "reasoning")
    return [
      { type: "reasoning-start", id },
      { type: "reasoning-delta", id, delta: part.text },
      { type: "reasoning-end", id },
    ];
  if (!isToolUIPart(part)) return part.type.startsWith("data-") ? [part as UIMessageChunk] : [];
  const { toolCallId, providerExecuted } = part;
  const dynamic = part.type === "dynamic-tool";
  const call = { toolCallId, toolName: getToolName(part), input: part.input, dynamic, providerExecuted };
  const start: UIMessageChunk = { type: "tool-input-available", ...call };
  const chunks: UIMessageChunk[] = [start];
  if (part.approval !== undefined) {
    const { id: approvalId, approved, reason } = part.approval;
    chunks.push({ type: "tool-approval-request", approvalId, toolCallId });
    if (approved !== undefined) chunks.push({ type: "tool-approval-response", approvalId, approved, reason });
  }
  if (part.state === "output-available")
    chunks.push({ type: "tool-output-available", toolCallId, output: part.output, dynamic, providerExecuted });
  if (part.state === "output-error")
    chunks.push({ type: "tool-output-error", toolCallId, errorText: part.errorText, dynamic, providerExecuted });
  if (part.state === "output-denied") chunks.push({ type: "tool-output-denied", toolCallId });
  return chunks;
}
