import { ToolInvocationTracker } from "@assistant-ui/core/internal";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
// The code with which assistant-ui reads a message, which it does not export.
import {
  AISDKMessageConverter,
  type AISDKMessageConverterMetadata,
} from "../../../../node_modules/@assistant-ui/ai-sdk/dist/converters/convertMessage.js";
import { type DroppedChunk, type GuardOptions, guardToolStream } from "./guard-tool-stream.ts";

/** Reads the chunks as a page would: returns the message and every complaint. */
async function show(
  chunks: readonly UIMessageChunk[],
  { guard, message }: { guard?: GuardOptions; message?: UIMessage },
) {
  const complaints: string[] = [];
  const dropped: DroppedChunk[] = [];
  const complain = (...words: unknown[]) => void complaints.push(words.map(String).join(" "));
  const spies = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")].map((spy) => spy.mockImplementation(complain));
  const tracker = new ToolInvocationTracker(() => ({}), { onResult() {}, onStatusesChange() {} });
  const metadata: AISDKMessageConverterMetadata = {
    toolArgsKeyOrderCache: new Map(),
    toolLastInputCache: new Map(),
    mcpAppMetadataCache: new Map(),
  };
  const look = (shown: UIMessage[], isRunning: boolean) =>
    tracker.setState({ messages: AISDKMessageConverter.toThreadMessages(shown, isRunning, metadata), isRunning });
  look(message === undefined ? [] : [structuredClone(message)], false);
  const source = ReadableStream.from(structuredClone(chunks)) as ReadableStream<UIMessageChunk>;
  const stream =
    guard === undefined
      ? source
      : source.pipeThrough(guardToolStream({ ...guard, message, onDropped: (chunk) => dropped.push(chunk) }));
  let last = message;
  const states = readUIMessageStream({ stream, message: message && structuredClone(message), onError: complain });
  for await (const state of states) {
    last = state;
    look([state], true);
  }
  if (last !== undefined) look([last], false);
  for (const spy of spies) spy.mockRestore();
  return { message: last, complaints, dropped };
}

const id = fc.constantFrom("a", "b", "c");
const toolName = fc.constantFrom("Bash", "AskUserQuestion", "Read");
const dynamic = fc.constantFrom(undefined, true);
const inputs = [
  { command: "ls" },
  { command: 'ls -l ]}"', n: 10 },
  { n: 10.5e-7, list: [1, 2, { x: null }], 1: true, command: "😀 é" },
  { list: [], command: "", n: -1 },
  {},
];
const input = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...inputs) }, fc.constantFrom(null, "text", 3, [1]));
const delta = fc.oneof(
  fc.constantFrom(...inputs).chain((value) => {
    const text = JSON.stringify(value);
    return fc
      .tuple(fc.nat(text.length), fc.nat(text.length))
      .map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to)));
  }),
  fc.constantFrom(
    '{"command":"l',
    "s",
    '"}',
    '{"n": 1',
    "0e-1",
    ', "n": 2}',
    '{"s":"\\ud83d',
    '\\ude00"',
    "\ud83d",
    "{",
    "}",
    "x",
  ),
);

const chunk: fc.Arbitrary<UIMessageChunk> = fc.oneof(
  fc.record({ type: fc.constantFrom("text-start", "text-end", "reasoning-start", "reasoning-end"), id }),
  fc.record({ type: fc.constantFrom("text-delta", "reasoning-delta"), id, delta: fc.constant("hello") }),
  fc.record({
    type: fc.constant("tool-input-start"),
    toolCallId: id,
    toolName,
    dynamic,
    inputEncoding: fc.constantFrom(undefined, "text"),
  }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant("tool-input-delta"), toolCallId: id, inputTextDelta: delta }) },
  fc.record({ type: fc.constant("tool-input-available"), toolCallId: id, toolName, input, dynamic }),
  fc.record({
    type: fc.constant("tool-input-error"),
    toolCallId: id,
    toolName,
    input,
    dynamic,
    errorText: fc.constant("no"),
  }),
  fc.record({
    type: fc.constant("tool-output-available"),
    toolCallId: id,
    output: input,
    preliminary: fc.constantFrom(undefined, true),
  }),
  fc.record({ type: fc.constant("tool-output-error"), toolCallId: id, errorText: fc.constantFrom("no", "failed") }),
  fc.record({ type: fc.constant("tool-output-denied"), toolCallId: id }),
  fc.record({ type: fc.constant("tool-approval-request"), approvalId: id, toolCallId: id }),
  fc.record({ type: fc.constant("tool-approval-response"), approvalId: id, approved: fc.boolean() }),
  fc.record({ type: fc.constantFrom("start-step", "finish-step", "reset-step", "finish", "abort") }),
  fc.record({ type: fc.constant("start"), messageId: fc.constantFrom("m1", "m2", undefined) }),
  fc.record({ type: fc.constant("data-x"), id, data: input }),
) as fc.Arbitrary<UIMessageChunk>;

/** A call as a provider sends it, in pieces, which other chunks may interrupt. */
const wholeCall = fc
  .tuple(id, toolName, fc.constantFrom(...inputs), fc.constantFrom(...inputs), fc.integer({ min: 1, max: 5 }))
  .map(([toolCallId, toolName, streamed, given, size]): UIMessageChunk[] => [
    { type: "tool-input-start", toolCallId, toolName },
    ...(JSON.stringify(streamed).match(new RegExp(`.{1,${size}}`, "gsu")) ?? []).map(
      (inputTextDelta): UIMessageChunk => ({ type: "tool-input-delta", toolCallId, inputTextDelta }),
    ),
    { type: "tool-input-available", toolCallId, toolName, input: given },
    { type: "tool-output-available", toolCallId, output: "done" },
  ]);
const sequence = fc
  .array(
    fc.oneof(
      chunk.map((one) => [one]),
      wholeCall,
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.flat());

const earlier = fc.option(
  sequence.map(async (chunks) => (await show(chunks, { guard: {} })).message),
  { nil: undefined },
);

describe("a guarded stream", () => {
  test("never makes a reader throw or assistant-ui complain, whatever the order of its chunks", async () => {
    const options = fc.record({
      known: fc.constantFrom([], ["Bash"]),
      whole: fc.constantFrom(undefined, [], ["Read"]),
    });
    await fc.assert(
      fc.asyncProperty(sequence, earlier, options, async (chunks, before, guard) => {
        const { complaints, message } = await show(chunks, { guard, message: await before });
        expect(complaints).toEqual([]);
        const open = message?.parts.filter((part) => "state" in part && /streaming/.test(`${part.state}`)) ?? [];
        // What was already open in the continued message stays as it is.
        expect((await before) === undefined ? open : []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("is unchanged, including key order, if nothing is wrong with it", async () => {
    const chunks: UIMessageChunk[] = [
      { type: "start", messageId: "m1" },
      { type: "start-step" },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Let me look." },
      { type: "text-end", id: "t" },
      { type: "tool-input-start", toolCallId: "a", toolName: "Bash" },
      { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"command": "l' },
      { type: "tool-input-delta", toolCallId: "a", inputTextDelta: 's", "timeout": 10, ' },
      { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '"note": "x"}' },
      {
        type: "tool-input-available",
        toolCallId: "a",
        toolName: "Bash",
        input: { timeout: 10, note: "x", command: "ls", more: 1 },
      },
      { type: "tool-approval-request", toolCallId: "a", approvalId: "p" },
      { type: "tool-approval-response", approvalId: "p", approved: true },
      { type: "tool-output-available", toolCallId: "a", output: "half", preliminary: true },
      { type: "tool-output-available", toolCallId: "a", output: "done" },
      { type: "finish-step" },
      { type: "finish" },
    ];
    const passed: UIMessageChunk[] = [];
    const dropped: DroppedChunk[] = [];
    const guard = guardToolStream({ onDropped: (chunk) => dropped.push(chunk) });
    for await (const one of ReadableStream.from(chunks).pipeThrough(guard)) passed.push(one as UIMessageChunk);
    expect(passed).toEqual(chunks);
    expect(dropped).toEqual([]);
    expect((await show(chunks, { guard: {} })).complaints).toEqual([]);
  });

  test.each<[name: string, chunks: UIMessageChunk[], reasons: string[], part: object]>([
    [
      "deltas without a start",
      [
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"n' },
        { type: "tool-input-available", toolCallId: "a", toolName: "Bash", input: { n: 1 } },
      ],
      ["no-start"],
      { state: "input-available", input: { n: 1 } },
    ],
    [
      "output for an unknown call",
      [
        { type: "tool-output-available", toolCallId: "b", output: 1 },
        { type: "tool-input-available", toolCallId: "a", toolName: "Bash", input: {} },
      ],
      ["unknown-call"],
      { state: "input-available" },
    ],
    [
      "contradicting arguments",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "Bash" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"command":"ls"}' },
        { type: "tool-input-available", toolCallId: "a", toolName: "Bash", input: { command: "rm" } },
        { type: "tool-output-available", toolCallId: "a", output: 1 },
      ],
      ["contradicting-input"],
      { state: "output-available", input: { command: "ls" } },
    ],
    [
      "an input left open",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "Bash" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"command":"l' },
      ],
      [],
      { state: "output-error", input: { command: "l" } },
    ],
    [
      "an error for a tool that the page knows, and its result from elsewhere",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "Known" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"command":"ls"}' },
        {
          type: "tool-input-error",
          toolCallId: "a",
          toolName: "Known",
          input: undefined,
          dynamic: true,
          errorText: "no such tool",
        },
        { type: "tool-output-error", toolCallId: "a", errorText: "no such tool" },
        { type: "tool-output-available", toolCallId: "a", output: "files" },
      ],
      ["missing-tool", "missing-tool"],
      { state: "output-available", input: { command: "ls" }, output: "files" },
    ],
    [
      "a question that its schema repaired: partial input is never shown",
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "AskUserQuestion" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"question":"Which?"}' },
        { type: "tool-input-available", toolCallId: "a", toolName: "AskUserQuestion", input: { questions: [{}] } },
      ],
      [],
      { state: "input-available", input: { questions: [{}] } },
    ],
  ])("mends %s", async (_, chunks, reasons, part) => {
    const { message, complaints, dropped } = await show(chunks, { guard: { known: ["Known"] } });
    expect(complaints).toEqual([]);
    expect(dropped.map(({ reason }) => reason)).toEqual(reasons);
    expect(message?.parts).toEqual([expect.objectContaining(part)]);
  });

  test("takes the output of a call in the message that it continues", async () => {
    const before = await show(
      [{ type: "tool-input-available", toolCallId: "a", toolName: "AskUserQuestion", input: {} }],
      { guard: {} },
    );
    const { message, dropped } = await show(
      [{ type: "start-step" }, { type: "tool-output-available", toolCallId: "a", output: 1 }],
      { guard: {}, message: before.message },
    );
    expect(dropped).toEqual([]);
    expect(message?.parts[0]).toMatchObject({ state: "output-available", output: 1 });
  });

  test("is needed: without it a reader stops and assistant-ui warns", async () => {
    const stray = await show([{ type: "tool-output-available", toolCallId: "a", output: 1 }], {});
    expect(stray.complaints).toEqual([expect.stringContaining("No tool invocation found")]);
    const { complaints } = await show(
      [
        { type: "tool-input-start", toolCallId: "a", toolName: "Bash" },
        { type: "tool-input-delta", toolCallId: "a", inputTextDelta: '{"command":"ls"}' },
        { type: "tool-input-available", toolCallId: "a", toolName: "Bash", input: { command: "rm" } },
      ],
      {},
    );
    expect(complaints).toContainEqual(expect.stringContaining("argsText regressed"));
  });
});
