import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "@yourcall/core";
import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { createAgent } from "./create-agent.ts";
import { createMemoryRunStore } from "./run-store.ts";
import { createScriptedModel } from "./scripted-model.ts";
import { collectEvents, namesOf, runCalls } from "./test-support/run-calls.ts";
import { defineTool } from "./tool.ts";

const write = (path: string, id?: string) => ({
  name: "Write",
  input: { path, content: "hello" },
  id,
});

test("a write becomes an approval with the call's input, and happens once it is allowed", async () => {
  const cwd = temporaryDirectory("loop");
  const before: boolean[] = [];
  const person = createScriptedPerson([
    (): ScriptedAct => {
      before.push(existsSync(join(cwd, "a.txt")));
      return { select: "allow-once", note: "but keep it short" };
    },
  ]);
  const [result] = await runCalls([write("a.txt", "call_a")], { cwd, asker: person });
  expect(before).toEqual([false]);
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("hello");
  expect(person.asks).toMatchObject([
    {
      kind: "approval",
      key: "call_a",
      approval: { tool: "Write", input: { path: "a.txt", content: "hello" } },
      questions: [{ question: "May the agent write a.txt?" }],
    },
  ]);
  expect(result?.text).toContain("The user allowed this call and says: but keep it short");
});

test("a command that was changed runs as changed, and the model is told", async () => {
  const cwd = temporaryDirectory("loop");
  const person = createScriptedPerson([() => ({ select: "allow-once", edited: "echo changed" })]);
  const [result] = await runCalls([{ name: "Run", input: { command: "echo asked" } }], { cwd, asker: person });
  expect(person.asks).toMatchObject([{ approval: { editable: "command" } }]);
  expect(result?.text).toMatch(/^(?!.*asked).*changed/s);
  expect(result?.text).toContain(
    "The user changed command of this call before they allowed it. It ran with:\n  echo changed",
  );
});

test("a text that was changed is written as changed", async () => {
  const cwd = temporaryDirectory("loop");
  const person = createScriptedPerson([() => ({ select: "allow-once", edited: "changed" })]);
  const [result] = await runCalls([write("a.txt")], { cwd, asker: person });
  expect(result?.isError).toBe(false);
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("changed");
});

test("the event says that an approval is open", async () => {
  const model = createScriptedModel([{ calls: [{ id: "a", name: "burn", input: {} }] }, { text: "ok" }]);
  const burn = defineTool({
    name: "burn",
    description: "",
    input: z.object({}),
    needsApproval: true,
    execute: () => "x",
  });
  const person = createScriptedPerson([() => ({ select: "deny" })]);
  const events = await collectEvents(createAgent({ model, tools: [burn], asker: person }).run("go"));
  expect(namesOf(events)).toEqual(["tool_start a", "ask_user a", "tool_result a", "text", "done"]);
  expect(events[1]).toMatchObject({ kind: "approval", approval: { tool: "burn" } });
});

test("once is for one call, always for the rest of the run, within its stated scope", async () => {
  const cwd = temporaryDirectory("loop");
  const acts: ScriptedAct[] = [{ select: "allow-once" }, { select: "allow-always" }];
  const person = createScriptedPerson([() => acts.shift()]);
  const calls = [
    write("a.txt"),
    write("b.txt"),
    write("c.txt"),
    { name: "Edit", input: { path: "a.txt", old: "h", new: "H" } },
  ];
  const results = await runCalls(calls, { cwd, asker: person });
  expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false]);
  expect(person.asks).toHaveLength(2);

  const commands = createScriptedPerson([() => ({ select: "allow-always" })]);
  const run = (command: string) => ({ name: "Run", input: { command } });
  await runCalls([run("true"), run("true"), run("true; true")], { cwd, asker: commands });
  expect(commands.asks).toHaveLength(2);
});

describe("nothing but an allowing answer allows", () => {
  test.each<[string, ScriptedAct, string]>([
    ["a denial", { select: "deny", note: "not that file" }, "They say: not that file"],
    ["a refusal", { decline: "busy" }, "The user declined to answer."],
    [
      "a question back",
      { askBack: "Why there?" },
      "neither allowed nor denied it: they ask you something first. They ask: Why there?",
    ],
    ["silence", "expire", "Nobody answered in time."],
    ["a withdrawal", "cancel", "withdrawn"],
  ])("%s", async (_, act, words) => {
    const cwd = temporaryDirectory("loop");
    const [result] = await runCalls([write("a.txt")], { cwd, asker: createScriptedPerson([() => act]) });
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
  });

  test("an answer with no option, two options, or another question", async () => {
    const cwd = temporaryDirectory("loop");
    const answer = (selectedOptions: string[]) => ({ question: "?", header: "", selectedOptions });
    for (const answers of [
      [],
      [answer([])],
      [answer(["allow-once", "deny"])],
      [answer(["allow-once"]), answer(["deny"])],
    ]) {
      const outcome: Outcome = { status: "answered", answers, by: { surface: "web", act: "click" }, at: "now" };
      const [result] = await runCalls([write("a.txt")], { cwd, asker: { ask: async () => outcome } });
      expect(result?.isError).toBe(true);
    }
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
  });
});

test("calls with effects run one after another, in the model's order", async () => {
  const cwd = temporaryDirectory("loop");
  const person = createScriptedPerson([() => ({ select: "allow-once" })]);
  const model = createScriptedModel([
    { calls: [write("a.txt", "a"), { id: "b", name: "Run", input: { command: "cat a.txt" } }] },
    { text: "ok" },
  ]);
  const { createCodingTools } = await import("./tools/coding-tools.ts");
  const agent = createAgent({ model, tools: createCodingTools(), asker: person, cwd });
  const events = await collectEvents(agent.run("go"));
  expect(namesOf(events).slice(0, 6)).toEqual([
    "tool_start a",
    "ask_user a",
    "tool_result a",
    "tool_start b",
    "ask_user b",
    "tool_result b",
  ]);
});

test("a call that was cut off halfway is not run again; one that had only asked is", async () => {
  const store = createMemoryRunStore();
  const person = createScriptedPerson([() => ({ select: "allow-once" })]);
  let runs = 0;
  const burn = defineTool({
    name: "burn",
    description: "",
    input: z.object({}),
    needsApproval: true,
    execute() {
      runs += 1;
      return "burnt";
    },
  });
  const input = {};
  for (const started of [true, false]) {
    const call = { id: "a", name: "burn", input, ...(started ? { started: true as const } : {}) };
    await store.save({
      version: 1,
      id: "run_1",
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "burn", input }] },
      ],
      calls: [call],
      allowed: [],
    });
    const model = createScriptedModel([{}, { text: "ok" }]);
    const events = await collectEvents(createAgent({ model, tools: [burn], asker: person, store }).resume("run_1"));
    const result = events.find(({ type }) => type === "tool_result");
    expect(result).toMatchObject({ result: { isError: started } });
  }
  expect(runs).toBe(1);
});
