import { toApprovalKey } from "@yourcall/core/internal";
import { createScriptedPerson } from "@yourcall/core/testing";
import { createScriptedModel } from "@yourcall/loop/testing";
import {
  convertToModelMessages,
  getToolName,
  isStepCount,
  isToolUIPart,
  jsonSchema,
  readUIMessageStream,
  streamText,
  type Tool,
  type ToolApprovalConfiguration,
  type ToolSet,
  tool,
  type UIMessage,
} from "ai";
import { describe, expect, test } from "vitest";
import { askApproval } from "./ask-approval.ts";
import { settleAsks } from "./settle-asks.ts";
import { startTestApp } from "./test-support/app.ts";

const hello: UIMessage[] = [{ id: "m1", role: "user", parts: [{ type: "text", text: "hello" }] }];

/** A tool that says what it did, and a model that calls it. */
function createRun(toolApproval: ToolApprovalConfiguration<ToolSet, never>) {
  const done: string[] = [];
  const remove = tool({
    inputSchema: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
    execute: ({ path }) => {
      done.push(path);
      return "removed";
    },
  });
  const look = tool({ inputSchema: jsonSchema<object>({ type: "object" }), execute: () => "seen" });
  const tools = { remove, look };
  const model = createScriptedModel([
    {
      calls: [
        { id: "c1", name: "remove", input: { path: "/a" } },
        { id: "c2", name: "look", input: {} },
      ],
    },
    { text: "All done." },
  ]);
  async function go(messages: UIMessage[]): Promise<UIMessage[]> {
    const result = streamText({
      ...{ model, tools, toolApproval, stopWhen: isStepCount(3) },
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
  return { done, go, model };
}

const partOf = (messages: UIMessage[]) => messages.at(-1)?.parts.find(({ type }) => type === "tool-remove");

describe("an approval that waits", () => {
  test.each([
    ["allow", ["/a"]],
    ["deny", []],
  ] as const)("%s decides whether the tool runs", async (select, ran) => {
    const asker = createScriptedPerson([(ask) => (ask.kind === "approval" ? { select, note: "hm" } : undefined)]);
    const { done, go } = createRun(askApproval({ asker, session: "c", tools: ["remove"] }));
    await go(hello);
    expect(done).toEqual(ran);
    expect(asker.asks).toMatchObject([
      { key: toApprovalKey("c1"), approval: { tool: "remove", input: { path: "/a" } } },
    ]);
  });

  test("never allows without a person's word", async () => {
    for (const act of ["decline", "expire", "cancel"] as const) {
      const { done, go } = createRun(askApproval({ asker: createScriptedPerson([() => act]), tools: ["remove"] }));
      await go(hello);
      expect([act, done]).toEqual([act, []]);
    }
  });
});

describe("a tool that is not listed", () => {
  /** Runs a model that calls every one of these tools once, and returns which of them ran and how each call ended. */
  async function runAll(tools: ToolSet, toolApproval: ToolApprovalConfiguration<ToolSet, never>) {
    const calls = Object.keys(tools).map((name) => ({ id: `call-${name}`, name, input: { path: "/a" } }));
    const model = createScriptedModel([{ calls }, { text: "All done." }]);
    const result = streamText({ model, tools, toolApproval, stopWhen: isStepCount(2), prompt: "hello" });
    let message: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream: result.toUIMessageStream({ onError: String }) }))
      message = state;
    return (message?.parts ?? []).flatMap((part) => (isToolUIPart(part) ? [[getToolName(part), part.state]] : []));
  }
  const make = (needsApproval?: Tool<{ path: string }>["needsApproval"]) =>
    tool({
      inputSchema: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } }),
      execute: () => "done",
      needsApproval,
    });

  test("keeps its own needsApproval, whether a value or a function", async () => {
    const tools = {
      listed: make(),
      always: make(true),
      never: make(false),
      sometimes: make(({ path }) => path === "/a"),
      other: make(({ path }) => path === "/b"),
      plain: make(),
    };
    const app = await startTestApp();
    const asker = createScriptedPerson([() => ({ select: "allow" })]);
    const others = [
      ["always", "approval-requested"],
      ["never", "output-available"],
      ["sometimes", "approval-requested"],
      ["other", "output-available"],
      ["plain", "output-available"],
    ];
    expect(await runAll(tools, askApproval({ asker, tools: ["listed"] }))).toEqual([
      ["listed", "output-available"],
      ...others,
    ]);
    expect(asker.asks).toHaveLength(1);
    expect(await runAll(tools, askApproval({ hub: app.app, session: "c", tools: ["listed"] }))).toEqual([
      ["listed", "approval-requested"],
      ...others,
    ]);
  });

  test("keeps what toolApproval says about it", async () => {
    const asker = createScriptedPerson([() => ({ select: "allow" })]);
    const toolApproval = { ...askApproval({ asker, tools: ["listed"] }), asked: "user-approval", refused: "denied" };
    const tools = { listed: make(), asked: make(), refused: make() };
    expect(await runAll(tools, toolApproval as ToolApprovalConfiguration<ToolSet, never>)).toEqual([
      ["listed", "output-available"],
      ["asked", "approval-requested"],
      ["refused", "output-denied"],
    ]);
    expect(asker.asks).toHaveLength(1);
  });
});

test("without a list, every tool is asked about", async () => {
  const asker = createScriptedPerson([() => ({ select: "allow" }), () => ({ select: "allow" })]);
  const { done, go } = createRun(askApproval({ asker }));
  await go(hello);
  expect(asker.asks.map(({ approval }) => approval?.tool)).toEqual(["remove", "look"]);
  expect(done).toEqual(["/a"]);
});

describe("a durable approval", () => {
  async function ask() {
    const given = await startTestApp();
    const run = createRun(askApproval({ hub: given.app, session: "c", tools: ["remove"] }));
    const messages = await run.go(hello);
    const [asked] = (await given.app.list({ session: "c", key: toApprovalKey("c1") })).asks;
    const settle = (list: UIMessage[]) => settleAsks(list, { hub: given.app, session: "c" });
    return { ...given, ...run, messages, id: `${asked?.id}`, asked, settle };
  }
  const answer = (select: string) => ({
    answers: [{ question: "May the agent use remove?", selectedOptions: [select], notes: "once" }],
    act: "click" as const,
  });

  test("appears in the inbox, and the run continues with the decision made there", async () => {
    const { messages, asked, id, person, settle, go, done } = await ask();
    expect(partOf(messages)).toMatchObject({ state: "approval-requested" });
    expect(asked).toMatchObject({ kind: "approval", status: "pending", approval: { tool: "remove" } });
    expect((await settle(messages)).pending).toMatchObject([{ id }]);
    await person.answer(id, answer("allow"));
    const settled = await settle(messages);
    expect(partOf(settled.messages)).toMatchObject({
      state: "approval-responded",
      approval: { approved: true, reason: "once" },
    });
    const ended = await go(settled.messages);
    expect(done).toEqual(["/a"]);
    expect(partOf(ended)).toMatchObject({ state: "output-available", output: "removed" });
  });

  test("is denied if the person says no or nobody decides", async () => {
    for (const isDecided of [true, false]) {
      const { messages, id, person, settle, go, done } = await ask();
      if (!isDecided) await person.cancel(id);
      else await person.answer(id, answer("deny"));
      const settled = await settle(messages);
      expect(partOf(settled.messages)).toMatchObject({ state: "approval-responded", approval: { approved: false } });
      await go(settled.messages);
      expect(done).toEqual([]);
    }
  });

  test("does not run what only the page claims was approved, nor another call under an approved id", async () => {
    const { messages, id, person, go, done, settle } = await ask();
    const claim = (input?: object) =>
      messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === "tool-remove" && "approval" in part
            ? {
                ...part,
                ...(input && { input }),
                state: "approval-responded",
                approval: { ...part.approval, approved: true },
              }
            : part,
        ),
      })) as UIMessage[];
    await go(claim());
    expect(done).toEqual([]);
    expect(partOf((await settle(claim())).messages)).toMatchObject({ state: "approval-requested" });
    await person.answer(id, answer("allow"));
    await go(claim({ path: "/etc" }));
    expect(done).toEqual([]);
    expect(partOf((await settle(claim({ path: "/etc" }))).messages)).toMatchObject({ approval: { approved: false } });
    await go(claim());
    expect(done).toEqual(["/a"]);
  });
});
