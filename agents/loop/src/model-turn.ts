import type { AgentUsage } from "@yourcall/core";
import {
  type AssistantModelMessage,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  tool,
} from "ai";
import type { OpenCall } from "./run-store.ts";

/** A tool's description for the model. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: object;
}

interface TurnRequest {
  model: LanguageModel;
  system: string;
  messages: ModelMessage[];
  tools: readonly OfferedTool[];
  signal: AbortSignal;
  onText(text: string): void;
  onReasoning(text: string): void;
}

/** One turn of the model: its text and its calls. */
interface ModelTurn {
  /** For the transcript. Absent if the model said nothing at all. */
  message?: AssistantModelMessage;
  text: string;
  calls: OpenCall[];
  finishReason: string;
  /** What it used, if the provider says so. */
  usage?: AgentUsage;
}

/** Takes one turn, streaming its text, without running its calls. Throws what the provider threw. */
export async function takeTurn(request: TurnRequest): Promise<ModelTurn> {
  const { model, system, messages, tools, signal, onText, onReasoning } = request;
  const result = streamText({
    model,
    instructions: system,
    messages,
    tools: Object.fromEntries(
      tools.map(({ name, description, inputSchema }) => [
        name,
        // Unchecked here: we explain an invalid call to the model ourselves.
        tool({ description, inputSchema: jsonSchema<unknown>(inputSchema) }),
      ]),
    ),
    maxRetries: 0,
    abortSignal: signal,
    onError() {},
  });
  const calls: OpenCall[] = [];
  let text = "";
  for await (const part of result.stream) {
    if (part.type === "text-delta") {
      text += part.text;
      onText(part.text);
    } else if (part.type === "reasoning-delta") {
      onReasoning(part.text);
    } else if (part.type === "tool-call" && part.providerExecuted !== true) {
      const fault = part.invalid === true ? toFault(part.toolName, part.input, tools) : undefined;
      calls.push({ id: part.toolCallId, name: part.toolName, input: part.input, fault });
    } else if (part.type === "error") {
      throw part.error;
    } else if (part.type === "abort") {
      throw signal.reason;
    }
  }
  const response = await result.responseMessages;
  const message = response.find((candidate) => candidate.role === "assistant");
  return { message, text, calls, finishReason: await result.finishReason, usage: toUsage(await result.usage) };
}

function toUsage({ inputTokens, outputTokens }: LanguageModelUsage): AgentUsage | undefined {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return { inputTokens, outputTokens };
}

/** Gives calls with a repeated id a new one: an id is the key of an ask, and a new call is a new ask. */
export function withUniqueIds(turn: ModelTurn, messages: readonly ModelMessage[]): ModelTurn {
  const used = new Set(messages.flatMap(callIdsOf));
  const ids = turn.calls.map(({ id }) => {
    let unique = id === "" ? "call" : id;
    for (let count = 2; used.has(unique); count++) unique = `${id || "call"}_${count}`;
    used.add(unique);
    return unique;
  });
  const calls = turn.calls.map((call, index) => ({ ...call, id: ids[index] ?? call.id }));
  if (turn.message === undefined || typeof turn.message.content === "string") return { ...turn, calls };
  let index = 0;
  const content = turn.message.content.map((part) => {
    if (part.type !== "tool-call" || part.providerExecuted === true) return part;
    const toolCallId = ids[index++] ?? part.toolCallId;
    return { ...part, toolCallId };
  });
  return { ...turn, calls, message: { ...turn.message, content } };
}

function callIdsOf(message: ModelMessage): string[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

function toFault(name: string, input: unknown, tools: readonly OfferedTool[]): string {
  if (!tools.some((offered) => offered.name === name)) {
    const names = tools.map((offered) => offered.name).join(", ");
    return `There is no tool "${name}". ${names === "" ? "There are no tools." : `The tools are: ${names}.`}`;
  }
  const seen = typeof input === "string" ? ` It began: ${input.slice(0, 200)}` : "";
  return `The input of ${name} is not valid JSON and was not read. Send the call again with a JSON object.${seen}`;
}
