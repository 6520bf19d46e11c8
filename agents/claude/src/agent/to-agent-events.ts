import type { SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { AgentError, type AgentEvent, type AgentUsage, askToolName, type Outcome } from "@yourcall/core";
import type { SessionReader } from "./run-session.ts";

/** Turns a session's messages into events, and keeps track of open calls. With `window`, also reports reasoning, model and mode. */
export function createEventReader(window = false): SessionReader<AgentEvent> {
  const streamed = new Set<string>();
  const open = new Map<string, string>();
  const asked = new Set<string>();
  const outcomes = new Map<string, Outcome>();

  function start(id: string, name: string, input: unknown): AgentEvent[] {
    if (open.has(id)) return [];
    open.set(id, name);
    return [{ type: "tool_start", id, name, input }];
  }

  function readAssistant(message: Extract<SDKMessage, { type: "assistant" }>): AgentEvent[] {
    const isSpoken = message.parent_tool_use_id === null && !streamed.has(message.message.id);
    return message.message.content.flatMap((block): AgentEvent[] => {
      if (block.type === "text") return isSpoken ? [{ type: "text", text: block.text }] : [];
      return block.type === "tool_use" ? start(block.id, block.name, block.input) : [];
    });
  }

  function readStream({ event, parent_tool_use_id }: Extract<SDKMessage, { type: "stream_event" }>): AgentEvent[] {
    if (parent_tool_use_id !== null) return [];
    if (event.type === "message_start") streamed.add(event.message.id);
    if (event.type !== "content_block_delta") return [];
    if (event.delta.type === "thinking_delta" && window) return [{ type: "reasoning", text: event.delta.thinking }];
    return event.delta.type === "text_delta" ? [{ type: "text", text: event.delta.text }] : [];
  }

  function readUser({ message }: Extract<SDKMessage, { type: "user" }>): AgentEvent[] {
    if (!Array.isArray(message.content)) return [];
    return message.content.flatMap((block): AgentEvent[] => {
      if (block.type !== "tool_result") return [];
      const id = block.tool_use_id;
      const name = open.get(id) ?? "";
      open.delete(id);
      const result = { text: toResultText(block.content), isError: block.is_error === true, outcome: outcomes.get(id) };
      return [{ type: "tool_result", id, name, result }];
    });
  }

  return {
    read(message) {
      if (message.type === "assistant") return readAssistant(message);
      if (message.type === "stream_event") return readStream(message);
      if (message.type === "system" && message.subtype === "init" && window)
        return [{ type: "settings", model: message.model, mode: message.permissionMode }];
      // The mode changes when a plan is approved.
      if (message.type === "system" && message.subtype === "status" && window && message.permissionMode !== undefined)
        return [{ type: "settings", mode: message.permissionMode }];
      return message.type === "user" ? readUser(message) : [];
    },
    readAsk({ ask, askId, toolUseId }) {
      // A form does not name its call, so it is assigned to the latest open one: the tool of the server that sent it.
      const id = toolUseId ?? [...open.keys()].at(-1) ?? askId ?? "form";
      const name = askId ?? toolUseId;
      if (name !== undefined && asked.has(name)) return [];
      if (name !== undefined) asked.add(name);
      const { kind, questions, approval } = ask;
      const tool = approval?.tool ?? askToolName;
      return [
        ...(toolUseId === undefined ? [] : start(id, tool, approval?.input ?? { questions })),
        { type: "ask_user", id, askId, kind, questions, approval },
      ];
    },
    readOutcome(outcome, toolUseId) {
      outcomes.set(toolUseId, outcome);
      return [];
    },
    readModels: (models) => [
      { type: "settings", models: models.map(({ value, displayName }) => ({ id: value, name: displayName })) },
    ],
    readEnd: (result) => [
      ...(window ? [{ type: "settings", usage: toUsage(result) } as const] : []),
      { type: "done", text: toLastWords(result) },
    ],
  };
}

/** What Claude said last in a turn. Throws if the turn failed. */
export function toLastWords(result: SDKResultMessage): string {
  if (result.subtype === "success" && !result.is_error) return result.result;
  if (result.subtype === "error_max_turns")
    throw new AgentError("too-many-steps", "The agent stopped at its limit of turns. Resume the run to continue.");
  const said = result.subtype === "success" ? result.result : result.errors.join(" ");
  throw new AgentError("provider-error", said || `Claude stopped: ${result.subtype}.`);
}

function toUsage({ usage, total_cost_usd: costUsd }: SDKResultMessage): AgentUsage {
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens, costUsd };
}

function toResultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (typeof block?.text === "string" ? block.text : `[${block?.type}]`)).join("\n");
}
