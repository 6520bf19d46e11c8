import { AgentError, type Asker, type Picture, type ToolResult } from "@yourcall/core";
import { readAnswerPictures, toStopped } from "@yourcall/core/internal";
import type { FilePart, LanguageModel, ModelMessage, TextPart, ToolModelMessage, ToolResultPart } from "ai";
import { type OfferedTool, takeTurn, withUniqueIds } from "./model-turn.ts";
import { toProviderError, withRetries } from "./provider-error.ts";
import { type ResolveOptions, resolveCall } from "./resolve-call.ts";
import type { OpenCall, SavedRun } from "./run-store.ts";

interface Driving extends Omit<ResolveOptions, "context"> {
  model: LanguageModel;
  system: string;
  offered: readonly OfferedTool[];
  maxSteps: number;
  /** Whether the model's reasoning and its usage are reported. */
  window: boolean;
}

/**
 * Drives a run from its current state to its end:
 *
 *     calls open ──▶ resolve them concurrently ──▶ results into the transcript ──▶ model's turn
 *                                                                                  │ saved
 *     calls open ◀── it made calls ────────────────────────────────────────────────┤
 *     done       ◀── it made none ─────────────────────────────────────────────────┘
 *
 * The run is saved after every turn and every result, so a person is asked only once the call is stored.
 */
export async function driveRun(
  driving: Driving,
  prompt: string | undefined,
  pictures: readonly Picture[] = [],
): Promise<void> {
  const { run, emit, save, signal } = driving;
  if (run.calls.length > 0) await resolveCalls(driving, textOf(run.messages.at(-1)));
  if (prompt !== undefined) {
    run.messages.push({ role: "user", content: pictures.length === 0 ? prompt : toParts(prompt, pictures) });
    await save();
  }
  const last = run.messages.at(-1);
  if (last?.role === "assistant") return void emit({ type: "done", text: textOf(last) });
  for (let step = 0; step < driving.maxSteps; step++) {
    throwIfAborted(signal);
    const turn = await nextTurn(driving);
    if (driving.window && turn.usage !== undefined) void emit({ type: "settings", usage: turn.usage });
    if (turn.message !== undefined) run.messages.push(turn.message);
    run.calls = turn.calls;
    await save();
    if (turn.calls.length === 0) {
      if (turn.finishReason === "length" || turn.finishReason === "content-filter") throw cutOff(turn.finishReason);
      return void emit({ type: "done", text: turn.text });
    }
    await resolveCalls(driving, turn.text);
  }
  throw new AgentError(
    "too-many-steps",
    `The agent stopped after ${driving.maxSteps} turns without finishing. Resume the run to continue, or raise maxSteps.`,
  );
}

async function nextTurn({ run, model, system, offered, signal, emit, clock, window }: Driving) {
  let hasSpoken = false;
  function onText(text: string) {
    hasSpoken = true;
    void emit({ type: "text", text });
  }
  const onReasoning = (text: string) => void (window && emit({ type: "reasoning", text }));
  const { messages } = run;
  try {
    const attempt = () => takeTurn({ model, system, messages, tools: offered, signal, onText, onReasoning });
    return withUniqueIds(await withRetries(attempt, { clock, signal, mayRepeat: () => !hasSpoken }), messages);
  } catch (error) {
    throwIfAborted(signal);
    throw toProviderError(error, model);
  }
}

/** Calls with possible effects run one after another; all others, asks included, run concurrently. */
async function resolveCalls(driving: Driving, context: string): Promise<void> {
  const { run, tools, signal } = driving;
  let effects: Promise<unknown> = Promise.resolve();
  const settled = await Promise.allSettled(
    run.calls.map((call) => {
      if (call.result !== undefined) return undefined;
      const tool = tools.get(call.name);
      const hasEffects = tool !== undefined && (tool.approvalNeed !== "never" || !tool.repeatable);
      if (!hasEffects) return resolve(driving, call, context);
      effects = effects.catch(() => {}).then(() => resolve(driving, call, context));
      return effects;
    }),
  );
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  run.messages.push(await toToolMessage(run.calls, driving.asker));
  run.calls = [];
  await driving.save();
  throwIfAborted(signal);
}

async function resolve(driving: Driving, call: OpenCall, context: string): Promise<void> {
  const { id, name, input } = call;
  void driving.emit({ type: "tool_start", id, name, input });
  call.result = driving.signal.aborted
    ? { text: `${name} was not run, because the run was stopped.`, isError: true }
    : await resolveCall(call, { ...driving, context });
  await driving.save();
  void driving.emit({ type: "tool_result", id, name, result: call.result });
}

/** A message with pictures, as plain data that can be stored. */
function toParts(text: string, pictures: readonly Picture[]): (TextPart | FilePart)[] {
  const files = pictures.map(
    ({ type, bytes }): FilePart => ({ type: "file", mediaType: type, data: Buffer.from(bytes).toString("base64") }),
  );
  return text === "" ? files : [{ type: "text", text }, ...files];
}

async function toToolMessage(calls: SavedRun["calls"], asker: Asker | undefined): Promise<ToolModelMessage> {
  const content = calls.map(async ({ id, name, result }) => ({
    ...{ type: "tool-result" as const, toolCallId: id, toolName: name },
    output: await toOutput(result, asker),
  }));
  return { role: "tool", content: await Promise.all(content) };
}

/** A result for the model: its text, and the pictures that came with the answer. */
async function toOutput(result: ToolResult | undefined, asker: Asker | undefined): Promise<ToolResultPart["output"]> {
  const value = result?.text ?? "";
  const pictures = await readAnswerPictures(asker ?? {}, result?.outcome);
  if (pictures.length === 0) return { type: result?.isError === false ? "text" : "error-text", value };
  const files = pictures.map(({ type, data }) => ({
    ...{ type: "file" as const, mediaType: type },
    data: { type: "data" as const, data },
  }));
  return { type: "content", value: [{ type: "text", text: value }, ...files] };
}

function textOf(message: ModelMessage | undefined): string {
  if (message?.role !== "assistant") return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw toStopped(signal.reason);
}

function cutOff(reason: string): AgentError {
  return reason === "length"
    ? new AgentError("cut-off", "The model's reply was cut off at its output limit. Ask for less at a time.")
    : new AgentError("cut-off", "The provider's content filter cut the reply off. Rephrase the request.");
}
