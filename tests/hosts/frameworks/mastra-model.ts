import type { Agent } from "@mastra/core/agent";

type Model = Exclude<ConstructorParameters<typeof Agent>[0]["model"], string | undefined>;

/** A model that first makes these calls, in one step, and then ends. */
export function createModel(tools: { name: string; input: object }[], onEnd: (results: unknown[]) => void): Model {
  const calls = tools.map(({ name, input }, at) => ({
    type: "tool-call",
    toolCallId: `c${at}`,
    toolName: name,
    input: JSON.stringify(input),
  }));
  const text = [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "Done." },
    { type: "text-end", id: "t" },
  ];
  const model = {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doStream({ prompt }: { prompt: { role: string; content: { output?: unknown }[] }[] }) {
      const last = prompt.at(-1);
      const isEnd = last?.role === "tool";
      if (isEnd) onEnd(last.content.map(({ output }) => output));
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      const finish = { type: "finish", finishReason: isEnd ? "stop" : "tool-calls", usage };
      const parts = isEnd ? text : calls;
      return { stream: ReadableStream.from([{ type: "stream-start", warnings: [] }, ...parts, finish]) };
    },
  };
  return model as unknown as Model;
}
