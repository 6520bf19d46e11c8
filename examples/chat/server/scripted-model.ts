import type { LanguageModel } from "ai";

type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type StreamResult = Awaited<ReturnType<Model["doStream"]>>;
type Part = StreamResult["stream"] extends ReadableStream<infer Each> ? Each : never;
export type Prompt = Parameters<Model["doStream"]>[0]["prompt"];

/** What the model says and calls in one turn. */
export interface Line {
  reasoning?: string;
  text?: string;
  calls?: ScriptedCall[];
}

export interface ScriptedCall {
  name: string;
  /** A string may be anything, also what is not JSON. */
  input: unknown;
  /** In the middle of the arguments the model waits for this. */
  pause?: () => Promise<void>;
}

/** Decides the next turn from all that was said before. */
export type Script = (prompt: Prompt) => Line;

/** A model that follows a script, at the pace of a real one: no key, no network. */
export function createScriptedModel(script: Script, { paceMs = 20 }: { paceMs?: number } = {}): Model {
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    async doGenerate() {
      throw new Error("The scripted model only streams.");
    },
    async doStream({ prompt, abortSignal }) {
      const parts = withPace(toParts(script(prompt)), paceMs, abortSignal);
      return { stream: ReadableStream.from(parts) as StreamResult["stream"] };
    },
  };
}

async function* withPace(
  parts: AsyncIterable<Part>,
  ms: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    signal?.throwIfAborted();
    yield part;
    if (part.type.endsWith("-delta")) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

async function* toParts({ reasoning, text, calls = [] }: Line): AsyncGenerator<Part> {
  yield { type: "stream-start", warnings: [] };
  if (reasoning !== undefined) {
    yield { type: "reasoning-start", id: "reasoning" };
    for (const delta of toWords(reasoning)) yield { type: "reasoning-delta", id: "reasoning", delta };
    yield { type: "reasoning-end", id: "reasoning" };
  }
  if (text !== undefined) {
    yield { type: "text-start", id: "text" };
    for (const delta of toWords(text)) yield { type: "text-delta", id: "text", delta };
    yield { type: "text-end", id: "text" };
  }
  for (const { name: toolName, input, pause } of calls) {
    const id = `call_${crypto.randomUUID()}`;
    const json = typeof input === "string" ? input : JSON.stringify(input);
    yield { type: "tool-input-start", id, toolName };
    for (const [at, delta] of (json.match(/.{1,24}/gsu) ?? []).entries()) {
      if (at === 2) await pause?.();
      yield { type: "tool-input-delta", id, delta };
    }
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName, input: json };
  }
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  yield {
    type: "finish",
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
  };
}

function toWords(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/);
}
