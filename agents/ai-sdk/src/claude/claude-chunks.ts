import type { SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { type SessionReader, toLastWords } from "@yourcall/claude/internal";
import { type Ask, askToolName, type Outcome, toAskToolOutput } from "@yourcall/core";
import { askToolNames, toApprovalKey } from "@yourcall/core/internal";
import type { UIMessageChunk } from "ai";
import { toApprovalReply } from "../ask-approval.ts";

type Assistant = Extract<SDKMessage, { type: "assistant" }>;
type Streamed = Extract<SDKMessage, { type: "stream_event" }>;
type User = Extract<SDKMessage, { type: "user" }>;

/**
 * Turns the messages of a Claude session, and the progress of its asks, into chunks of a UI message. One model turn is a step. Text,
 * reasoning and input are passed on as they stream, or in one piece if they did not. A subagent's calls are calls of the same message,
 * with the call that started it as `toolMetadata.parentToolCallId`; its text is a `data-subagent` part.
 */
export function createChunkReader(): SessionReader<UIMessageChunk> & {
  /** Ends the calls that will no longer get a result. */
  close(errorText: string): UIMessageChunk[];
} {
  const streamed = new Set<string>();
  const blocks = new Map<number, { kind: "text" | "reasoning" | "tool"; id: string }>();
  const available = new Set<string>();
  const open = new Set<string>();
  const asks = new Map<string, Ask>();
  const outcomes = new Map<string, Outcome>();
  const words = new Map<string, string>();
  let message = "";
  let inStep = false;

  function nextStep(id: string): UIMessageChunk[] {
    if (id === message) return [];
    const ending = endStep();
    message = id;
    inStep = true;
    return [...ending, { type: "start-step" }];
  }

  function endStep(): UIMessageChunk[] {
    if (!inStep) return [];
    inStep = false;
    return [{ type: "finish-step" }];
  }

  function provide(
    toolCallId: string,
    toolName: string,
    input: unknown,
    parent: string | null = null,
  ): UIMessageChunk[] {
    if (available.has(toolCallId)) return [];
    available.add(toolCallId);
    open.add(toolCallId);
    const toolMetadata = parent === null ? undefined : { parentToolCallId: parent };
    return [{ type: "tool-input-available", toolCallId, input, toolMetadata, ...toTool(toolName) }];
  }

  function readStream({ event, parent_tool_use_id }: Streamed): UIMessageChunk[] {
    if (parent_tool_use_id !== null) return [];
    switch (event.type) {
      case "message_start":
        streamed.add(event.message.id);
        blocks.clear();
        return nextStep(event.message.id);
      case "content_block_start": {
        const { content_block: block, index } = event;
        if (block.type === "tool_use") {
          blocks.set(index, { kind: "tool", id: block.id });
          return [{ type: "tool-input-start", toolCallId: block.id, ...toTool(block.name) }];
        }
        const kind = block.type === "text" ? "text" : block.type === "thinking" ? "reasoning" : undefined;
        if (kind === undefined) return [];
        const id = `${message}:${index}`;
        blocks.set(index, { kind, id });
        return [{ type: `${kind}-start`, id }];
      }
      case "content_block_delta": {
        const id = blocks.get(event.index)?.id;
        const { delta } = event;
        if (id === undefined) return [];
        if (delta.type === "text_delta") return [{ type: "text-delta", id, delta: delta.text }];
        if (delta.type === "thinking_delta") return [{ type: "reasoning-delta", id, delta: delta.thinking }];
        if (delta.type !== "input_json_delta") return [];
        return [{ type: "tool-input-delta", toolCallId: id, inputTextDelta: delta.partial_json }];
      }
      case "content_block_stop": {
        const block = blocks.get(event.index);
        if (block === undefined || block.kind === "tool") return [];
        return [{ type: `${block.kind}-end`, id: block.id }];
      }
      default:
        return [];
    }
  }

  function readAssistant({ message: said, parent_tool_use_id: parent }: Assistant): UIMessageChunk[] {
    const isNew = parent === null && !streamed.has(said.id);
    const step = isNew ? nextStep(said.id) : [];
    return step.concat(
      said.content.flatMap((block, index): UIMessageChunk[] => {
        if (block.type === "tool_use") return provide(block.id, block.name, block.input, parent);
        if (block.type === "text" && parent !== null) return speak(parent, block.text);
        if (!isNew || (block.type !== "text" && block.type !== "thinking")) return [];
        const [kind, delta] =
          block.type === "text" ? (["text", block.text] as const) : (["reasoning", block.thinking] as const);
        // Claude sends each block of a message as a separate message.
        const id = `${said.id}:${block.type}:${index}:${delta.length}`;
        return [
          { type: `${kind}-start`, id },
          { type: `${kind}-delta`, id, delta },
          { type: `${kind}-end`, id },
        ];
      }),
    );
  }

  function speak(toolCallId: string, text: string): UIMessageChunk[] {
    const all = [words.get(toolCallId) ?? [], text].flat().join("\n\n");
    words.set(toolCallId, all);
    return [{ type: "data-subagent", id: toolCallId, data: { toolCallId, text: all } }];
  }

  function readUser({ message: said }: User): UIMessageChunk[] {
    if (!Array.isArray(said.content)) return [];
    return said.content.flatMap((block): UIMessageChunk[] => {
      if (block.type !== "tool_result") return [];
      const toolCallId = block.tool_use_id;
      open.delete(toolCallId);
      const [ask, outcome] = [asks.get(toolCallId), outcomes.get(toolCallId)];
      if (ask !== undefined && outcome !== undefined && ask.kind !== "approval")
        return [
          { type: "tool-output-available", toolCallId, output: toAskToolOutput(ask, outcome), providerExecuted: true },
        ];
      const output = toOutput(block.content);
      if (block.is_error !== true)
        return [{ type: "tool-output-available", toolCallId, output, providerExecuted: true }];
      const errorText = typeof output === "string" ? output : JSON.stringify(output);
      return [{ type: "tool-output-error", toolCallId, errorText, providerExecuted: true }];
    });
  }

  function close(errorText: string): UIMessageChunk[] {
    return [...open].map((toolCallId) => ({
      type: "tool-output-error",
      toolCallId,
      errorText,
      providerExecuted: true,
    }));
  }

  return {
    read(given) {
      if (given.type === "stream_event") return readStream(given);
      if (given.type === "assistant") return readAssistant(given);
      if (given.type === "user") return readUser(given);
      // A turn that ends with a question continues once it is answered, perhaps in another process.
      return given.type === "result" ? endStep() : [];
    },
    readAsk({ ask, toolUseId }) {
      // The form of an MCP server does not belong to a call.
      if (toolUseId === undefined) return [];
      asks.set(toolUseId, ask);
      const { approval } = ask;
      if (approval === undefined) return provide(toolUseId, askToolName, { questions: ask.questions });
      const approvalId = toApprovalKey(toolUseId);
      return [
        ...provide(toolUseId, approval.tool, approval.input),
        { type: "tool-approval-request", approvalId, toolCallId: toolUseId },
      ];
    },
    readOutcome(outcome, toolUseId) {
      outcomes.set(toolUseId, outcome);
      const ask = asks.get(toolUseId);
      if (ask?.kind !== "approval") return [];
      return [
        { type: "tool-approval-response", approvalId: toApprovalKey(toolUseId), ...toApprovalReply(ask, outcome) },
      ];
    },
    readEnd(result) {
      toLastWords(result);
      return [...close("Claude ended without a result for this call."), { type: "finish", finishReason: "stop" }];
    },
    close,
  };
}

/** Claude runs all its tools itself. Every page knows the one that asks; the others are dynamic. */
function toTool(toolName: string) {
  return { toolName, providerExecuted: true, dynamic: askToolNames.includes(toolName) ? undefined : true };
}

/** The text of a result, or its blocks if not all of them are text. */
function toOutput(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? "";
  if (!content.every((block) => block?.type === "text")) return content;
  return content.map((block) => String(block.text)).join("\n");
}
