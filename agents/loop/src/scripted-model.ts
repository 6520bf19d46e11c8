import { ReadableStream as NodeStream } from "node:stream/web";
import type { LanguageModel } from "ai";

type Model = Extract<LanguageModel, { specificationVersion: "v4" }>;
type StreamResult = Awaited<ReturnType<Model["doStream"]>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** What a model gets for one turn. */
export type ModelCall = Parameters<Model["doStream"]>[0];

/** One turn of the script. Text is streamed word by word; a call's input may be a string that is not JSON. */
export interface ScriptedTurn {
  text?: string;
  calls?: ScriptedCall[];
  finishReason?: "stop" | "length" | "content-filter";
  /** Thrown instead of a reply, as if by the provider. */
  error?: unknown;
}

interface ScriptedCall {
  id?: string;
  name: string;
  input: unknown;
  /** With a pace: the model waits for this in the middle of the input. */
  pause?: () => Promise<void>;
}

/** A turn, or a function that makes one from the model's input. */
export type ScriptedStep = ScriptedTurn | ((call: ModelCall) => ScriptedTurn | Promise<ScriptedTurn>);

export interface ScriptedModel extends Model {
  /** Every call so far, in order. */
  readonly calls: readonly ModelCall[];
}

/**
 * A model that follows a script, for tests and demonstrations without a key. The number of turns in the transcript selects
 * the next one, so that a run resumed in another process continues where it was; if the script is a function, it makes every turn.
 * With `paceMs` it streams inputs too, at the pace of a real model.
 *
 * @example
 * const model = createScriptedModel([{ text: "Hello." }]);
 */
export function createScriptedModel(
  steps: readonly ScriptedStep[] | Extract<ScriptedStep, (call: ModelCall) => unknown>,
  { paceMs }: { paceMs?: number } = {},
): ScriptedModel {
  const calls: ModelCall[] = [];
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    calls,
    async doGenerate() {
      throw new Error("The scripted model only streams.");
    },
    async doStream(call) {
      const index = call.prompt.filter(({ role }) => role === "assistant").length;
      calls.push(call);
      const step = typeof steps === "function" ? steps : steps[index];
      if (step === undefined) throw new Error(`The script has no turn ${index + 1}.`);
      const turn = typeof step === "function" ? await step(call) : step;
      if (turn.error !== undefined) throw turn.error;
      const parts = toParts(turn, index, paceMs !== undefined);
      return { stream: NodeStream.from(withPace(parts, paceMs, call.abortSignal)) as StreamResult["stream"] };
    },
  };
}

/**
 * The results of these messages, by the ids of their calls.
 *
 * @example
 * const model = createScriptedModel(({ prompt }) => ({ text: `${toolResultsIn(prompt).size} results` }));
 */
export function toolResultsIn(prompt: ModelCall["prompt"]): Map<string, { text: string; isError: boolean }> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return new Map(
    parts.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const value = "value" in part.output ? part.output.value : "";
      // A result with pictures: their bytes are no text.
      const text = Array.isArray(value) ? value.map((one) => ("text" in one ? one.text : "")).join("") : String(value);
      return [[part.toolCallId, { text, isError: part.output.type === "error-text" }]];
    }),
  );
}

/**
 * The text of the last results that the model got, in the order of its calls.
 *
 * @example
 * const model = createScriptedModel([{ calls: [{ name: "deploy", input: {} }] }, (call) => ({ text: resultsIn(call).join() })]);
 */
export function resultsIn(call: ModelCall | undefined): string[] {
  const last = call?.prompt.findLast(({ role }) => role === "tool");
  return last === undefined ? [] : Array.from(toolResultsIn([last]).values(), ({ text }) => text);
}

async function* withPace(
  parts: AsyncIterable<StreamPart>,
  ms: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamPart> {
  for await (const part of parts) {
    signal?.throwIfAborted();
    yield part;
    if (ms !== undefined && part.type.endsWith("-delta")) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

async function* toParts(turn: ScriptedTurn, index: number, streamsInput: boolean): AsyncGenerator<StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (turn.text !== undefined) {
    yield { type: "text-start", id: "text" };
    for (const delta of turn.text.split(/(?<=\s)(?=\S)/)) yield { type: "text-delta", id: "text", delta };
    yield { type: "text-end", id: "text" };
  }
  for (const [at, { id = `call_${index + 1}_${at + 1}`, name: toolName, ...call }] of (turn.calls ?? []).entries()) {
    const input = typeof call.input === "string" ? call.input : JSON.stringify(call.input);
    if (streamsInput) {
      yield { type: "tool-input-start", id, toolName };
      for (const [piece, delta] of (input.match(/.{1,24}/gsu) ?? []).entries()) {
        if (piece === 2) await call.pause?.();
        yield { type: "tool-input-delta", id, delta };
      }
      yield { type: "tool-input-end", id };
    }
    yield { type: "tool-call", toolCallId: id, toolName, input };
  }
  const unified = turn.finishReason ?? ((turn.calls ?? []).length > 0 ? "tool-calls" : "stop");
  yield {
    type: "finish",
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
  };
}
