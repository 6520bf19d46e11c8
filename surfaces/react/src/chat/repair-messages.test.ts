import { convertToModelMessages, type UIMessage } from "ai";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairMessages } from "./repair-messages.ts";

const user = { id: "u", role: "user", parts: [{ type: "text", text: "Hello" }] };
const call = { type: "tool-AskUserQuestion", toolCallId: "call_1", state: "input-available", input: { questions: [] } };
const reply = (...parts: unknown[]) => ({ id: "a", role: "assistant", parts }) as unknown as UIMessage;
const repaired = (...parts: unknown[]) => repairMessages([reply(...parts)])[0]?.parts;

describe("what is not broken", () => {
  test("stays the same list", () => {
    const messages = [user, reply({ type: "step-start" }, call)] as UIMessage[];
    expect(repairMessages(messages)).toBe(messages);
  });

  test("stays the same object next to broken parts", () => {
    const messages = [user, reply({ ...call, toolCallId: undefined })] as UIMessage[];
    expect(repairMessages(messages)[0]).toBe(messages[0]);
  });
});

describe("a broken tool part", () => {
  test.each<[string, object, object]>([
    ["gets an id", { ...call, toolCallId: undefined }, { toolCallId: "a-0", state: "input-available" }],
    ["gets its input", { ...call, input: undefined }, { input: {} }],
    ["gets its input from JSON", { ...call, input: '{"questions":[]}' }, { input: { questions: [] } }],
    ["keeps an input that is not an object", { ...call, input: "abc" }, { input: { value: "abc" } }],
    ["gets a state", { ...call, state: "weird", output: 1 }, { state: "output-available", output: 1 }],
    ["gets an output", { ...call, state: "output-available" }, { output: null }],
    ["gets an error text", { ...call, state: "output-error" }, { errorText: "The tool failed." }],
    ["gets a name", { ...call, type: "tool-" }, { type: "dynamic-tool", toolName: "unknown" }],
    ["ends, if its arguments were cut off", { ...call, state: "input-streaming" }, { state: "output-error" }],
    ["ends, if its approval is lost", { ...call, state: "approval-requested" }, { state: "output-error" }],
  ])("%s", (_, broken, expected) => {
    expect(repaired(broken)).toMatchObject([expected]);
  });

  test("is dropped if another part of the same call has ended", () => {
    const ended = { ...call, state: "output-available", output: 1 };
    expect(repaired(call, ended)).toEqual([ended]);
    expect(repaired(ended, call)).toEqual([ended]);
  });

  test("in an earlier message ends, because nobody can answer it any more", () => {
    const [earlier] = repairMessages([reply(call), user as UIMessage]);
    expect(earlier?.parts).toMatchObject([{ state: "output-error", input: { questions: [] } }]);
  });

  test("that is not a part at all is omitted, and so is a message that is not one", () => {
    expect(repaired(null, 5, { text: "x" }, { type: "text" }, { type: "text", text: "x" })).toEqual([
      { type: "text", text: "x" },
    ]);
    expect(repairMessages([null, {}, "x"] as never)).toEqual([]);
    expect(repairMessages(undefined as never)).toEqual([]);
  });
});

test("whatever was stored, the next request can be made from it, and a second repair changes nothing", async () => {
  const value = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.object(),
  );
  const state = fc.constantFrom(
    ...["input-streaming", "input-available", "approval-requested", "approval-responded"],
    ...["output-available", "output-error", "output-denied", "weird", undefined],
  );
  const tool = fc.record(
    {
      type: fc.constantFrom("tool-AskUserQuestion", "tool-x", "tool-", "dynamic-tool"),
      toolCallId: fc.oneof(fc.constantFrom("1", "2", ""), value),
      state,
      ...{ toolName: value, input: value, rawInput: value, output: value, errorText: value },
      approval: fc.oneof(value, fc.constant({ id: "approval", approved: true }), fc.constant({ id: "approval" })),
    },
    { requiredKeys: ["type"] },
  );
  const part = fc.oneof(
    tool,
    value,
    fc.record({ type: fc.constantFrom("text", "reasoning", "step-start"), text: value }),
  );
  const message = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({ id: value, role: fc.constantFrom("user", "assistant"), parts: fc.array(part) }),
    },
    { weight: 1, arbitrary: value },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 4 }), async (messages) => {
      const once = repairMessages(messages as unknown as UIMessage[]);
      expect(repairMessages(once)).toBe(once);
      await convertToModelMessages(once, { ignoreIncompleteToolCalls: true });
    }),
    { numRuns: 300 },
  );
});
