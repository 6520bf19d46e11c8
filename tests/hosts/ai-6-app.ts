import { askUserQuestion, settleAsks } from "@yourcall/ai-sdk";
import { createHubClient } from "@yourcall/client/node";
import {
  convertToModelMessages,
  jsonSchema,
  type LanguageModel,
  readUIMessageStream,
  stepCountIs,
  streamText,
  type ToolSet,
  tool,
  type UIMessage,
} from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";

// A chat app on AI SDK 6. It is compiled and run with that version, in `.apps/ai-6`.

export const hub = createHubClient({ url: process.env.YOURCALL_URL ?? "", token: process.env.YOURCALL_TOKEN ?? "" });

/** The paths that the tool of `approvalTools` has deleted. */
export const deleted: string[] = [];

const deleteFiles = tool({
  inputSchema: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
  needsApproval: true,
  execute: async ({ path }) => {
    deleted.push(path);
    return "deleted";
  },
});

export const waitingTools = (session: string) => ({ AskUserQuestion: askUserQuestion({ asker: hub, session }) });
export const durableTools = (session: string) => ({ AskUserQuestion: askUserQuestion({ hub, session }) });
export const approvalTools = { deleteFiles };
export const hello: UIMessage[] = [{ id: "m1", role: "user", parts: [{ type: "text", text: "hello" }] }];

export interface Call {
  toolCallId: string;
  toolName: string;
  input: string;
}

type Chunk =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A model that makes this call and then says what it was told. Its prompts are in `doStreamCalls`. */
export function createModel(call: Call): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return new MockLanguageModelV3({
    async doStream({ prompt }) {
      if (prompt.at(-1)?.role === "user")
        return {
          stream: simulateReadableStream<Chunk>({
            chunks: [
              { type: "tool-call", ...call },
              { type: "finish", usage, finishReason: { unified: "tool-calls", raw: undefined } },
            ],
          }),
        };
      return {
        stream: simulateReadableStream<Chunk>({
          chunks: [
            { type: "text-start", id: "t" },
            { type: "text-delta", id: "t", delta: "All done." },
            { type: "text-end", id: "t" },
            { type: "finish", usage, finishReason: { unified: "stop", raw: undefined } },
          ],
        }),
      };
    },
  });
}

/** Runs the conversation, and returns it with the reply. */
export async function run(model: LanguageModel, tools: ToolSet, messages: UIMessage[]): Promise<UIMessage[]> {
  const result = streamText({
    ...{ model, tools, stopWhen: stepCountIs(3) },
    messages: await convertToModelMessages(messages, { tools }),
  });
  const last = messages.at(-1);
  const message = last?.role === "assistant" ? last : undefined;
  let read = message;
  const stream = result.toUIMessageStream({ originalMessages: messages, onError: String });
  for await (const state of readUIMessageStream({ stream, message, terminateOnError: true })) read = state;
  if (read === undefined) throw new Error("The stream had no message.");
  return message === undefined ? [...messages, read] : [...messages.slice(0, -1), read];
}

export const settle = (messages: UIMessage[], session: string) => settleAsks(messages, { hub, session, taken: true });
