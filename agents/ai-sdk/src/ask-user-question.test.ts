import { createHash } from "node:crypto";
import { createScriptedPerson } from "@yourcall/core/testing";
import { createScriptedModel, resultsIn } from "@yourcall/loop/testing";
import {
  convertToModelMessages,
  isStepCount,
  readUIMessageStream,
  streamText,
  type ToolSet,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { describe, expect, test } from "vitest";
import { toPng } from "../../../hub/src/testing/sample-picture.ts";
import { askUserQuestion } from "./ask-user-question.ts";
import { settleAsks } from "./settle-asks.ts";
import { choose, question, startTestApp } from "./test-support/app.ts";

const call = { id: "call_1", name: "AskUserQuestion", input: { questions: [question] } };
const hello: UIMessage[] = [{ id: "m1", role: "user", parts: [{ type: "text", text: "hello" }] }];

async function readMessage(stream: ReadableStream<UIMessageChunk>, message?: UIMessage): Promise<UIMessage> {
  let last = message;
  for await (const state of readUIMessageStream({ stream, message, terminateOnError: true })) last = state;
  if (last === undefined) throw new Error("The stream had no message.");
  return last;
}

const partOf = ({ parts }: UIMessage) => parts.find(({ type }) => type === "tool-AskUserQuestion");

describe("a tool that waits", () => {
  const run = (tools: ToolSet, steps: Parameters<typeof createScriptedModel>[0], signal?: AbortSignal) => {
    const model = createScriptedModel(steps);
    const result = streamText({ model, tools, prompt: "hello", stopWhen: isStepCount(4), abortSignal: signal });
    return { model, message: readMessage(result.toUIMessageStream()) };
  };

  test("returns the outcome to the page and its text to the model", async () => {
    const asker = createScriptedPerson([{ when: "Database", answer: { select: "SQLite", note: "for now" } }]);
    const { model, message } = run({ AskUserQuestion: askUserQuestion({ asker, session: "c1" }) }, [
      { calls: [call] },
      { text: "SQLite it is." },
    ]);
    expect(partOf(await message)).toMatchObject({
      state: "output-available",
      output: { outcome: { status: "answered", answers: [{ selectedOptions: ["SQLite"] }] } },
    });
    expect(resultsIn(model.calls[1])).toEqual([expect.stringContaining("Selected: SQLite\n   Note: for now")]);
    expect(asker.asks[0]).toMatchObject({ key: "call_1", agent: { name: "chat", session: "c1" } });
  });

  test("gives the model the pictures of an answer, byte for byte, and keeps no bytes in the conversation", async () => {
    const { app, person } = await startTestApp();
    const tools = { AskUserQuestion: askUserQuestion({ asker: app }) };
    const { model, message } = run(tools, [{ calls: [call] }, { text: "I see." }]);
    await expect.poll(async () => (await person.list()).asks.length).toBe(1);
    const [ask] = (await person.list()).asks;
    const id = ask?.id ?? "";
    const added = { data: toPng(48, 32, { text: "metadata" }).toString("base64"), name: "sketch.png" };
    const { hash } = await person.addPicture(id, added);
    const answers = [{ question: question.question, selectedOptions: ["SQLite"], attachments: [{ hash }] }];
    await person.answer(id, { answers, act: "click" });
    const said = await message;
    const { data } = await person.picture(id, hash);
    expect(createHash("sha256").update(Buffer.from(data, "base64")).digest("hex")).toBe(hash);
    expect(JSON.stringify(model.calls[1]?.prompt)).toContain(data);
    expect(resultsIn(model.calls[1])).toEqual([expect.stringContaining("Picture: sketch.png (PNG, 48 × 32, 1 KB)")]);
    expect(JSON.stringify(said)).not.toContain(data);
    expect(JSON.stringify(await convertToModelMessages([...hello, said], { tools }))).toContain(data);
  });

  test.each([
    ["decline", "declined"],
    ["expire", "expired"],
    ["cancel", "cancelled"],
  ] as const)("tells the model that there is no answer: %s", async (act, status) => {
    const asker = createScriptedPerson([() => act]);
    const { model, message } = run({ AskUserQuestion: askUserQuestion({ asker }) }, [
      { calls: [call] },
      { text: "ok" },
    ]);
    expect(partOf(await message)).toMatchObject({ output: { outcome: { status } } });
    expect(resultsIn(model.calls[1])[0]).not.toContain("User answered");
  });

  test("tells the model what the person asks first, and its next call replies", async () => {
    const asker = createScriptedPerson([
      ({ context }) => (context === undefined ? { askBack: "How large is it?" } : { select: "SQLite" }),
    ]);
    const again = { ...call, id: "call_2", input: { ...call.input, reply: "Small." } };
    const { model, message } = run({ AskUserQuestion: askUserQuestion({ asker, session: "c1" }) }, [
      { calls: [call] },
      { calls: [again] },
      { text: "ok" },
    ]);
    await message;
    expect(resultsIn(model.calls[1])[0]).toContain("They ask: How large is it?");
    expect(asker.asks).toMatchObject([{ asksAgain: true }, { context: "Small." }]);
    expect(resultsIn(model.calls[2]).at(-1)).toContain("Selected: SQLite");
  });

  test("refuses what cannot be shown, in words the model can act on", async () => {
    const asker = createScriptedPerson([]);
    const { model, message } = run({ AskUserQuestion: askUserQuestion({ asker }) }, [
      { calls: [{ ...call, input: { questions: [{ ...question, options: [] }] } }] },
      { text: "sorry" },
    ]);
    expect((await message).parts).toContainEqual(expect.objectContaining({ state: "output-error" }));
    expect(resultsIn(model.calls[1])[0]).toContain("questions[0].options");
    expect(asker.asks).toEqual([]);
  });

  test("repairs a flat call if it is lenient, and the page gets the repaired form", async () => {
    const asker = createScriptedPerson([{ when: "Which?", answer: { select: "b" } }]);
    const input = { question: "Which?", options: ["a", "b"] };
    const { message } = run({ AskUserQuestion: askUserQuestion({ asker, lenient: true }) }, [
      { calls: [{ ...call, input }] },
      { text: "b" },
    ]);
    expect(partOf(await message)).toMatchObject({
      input: { questions: [{ question: "Which?", options: [{ label: "a" }, { label: "b" }] }] },
      output: { outcome: { status: "answered" } },
    });
  });

  test("withdraws the ask when the run is aborted", async () => {
    const { app, person } = await startTestApp();
    const leaving = new AbortController();
    const { message } = run({ AskUserQuestion: askUserQuestion({ asker: app }) }, [{ calls: [call] }], leaving.signal);
    await expect.poll(async () => (await person.list()).asks.length).toBe(1);
    leaving.abort();
    await message;
    await expect.poll(async () => (await person.list({ status: "all" })).asks[0]?.status).toBe("cancelled");
  });
});

describe("a durable tool", () => {
  async function ask() {
    const { app, person, hub } = await startTestApp();
    const tools = { AskUserQuestion: askUserQuestion({ hub: app, session: "c1" }) };
    const model = createScriptedModel([{ calls: [call] }, { text: "SQLite it is." }]);
    const first = streamText({ model, tools, messages: await convertToModelMessages(hello, { tools }) });
    const message = await readMessage(first.toUIMessageStream({ originalMessages: hello }));
    const settle = (messages: UIMessage[], more: object = {}) =>
      settleAsks(messages, { hub: app, session: "c1", ...more });
    return { app, person, hub, tools, model, messages: [...hello, message], settle };
  }

  test("ends the stream with the call, registered under its id, and continues with the hub's answer", async () => {
    const { app, person, tools, model, messages, settle } = await ask();
    expect(partOf(messages[1] as UIMessage)).toMatchObject({ state: "input-available", toolCallId: "call_1" });
    const [found] = (await app.list({ session: "c1", key: "call_1" })).asks;
    expect(found).toMatchObject({ status: "pending", agent: { name: "chat", session: "c1" } });
    expect((await settle(messages)).pending).toMatchObject([{ id: found?.id }]);

    await person.answer(`${found?.id}`, { ...choose("SQLite"), surface: "terminal" });
    const settled = await settle(messages, { taken: true });
    expect(settled.pending).toEqual([]);
    expect(partOf(settled.messages[1] as UIMessage)).toMatchObject({
      state: "output-available",
      output: { outcome: { by: { surface: "terminal" } }, text: expect.stringContaining("Selected: SQLite") },
    });
    expect((await app.get(`${found?.id}`)).delivery?.state).toBe("taken");
    const next = streamText({ model, tools, messages: await convertToModelMessages(settled.messages, { tools }) });
    expect(await next.text).toBe("SQLite it is.");
    expect(resultsIn(model.calls[1])).toEqual([expect.stringContaining("Selected: SQLite")]);
  });

  test("discards an answer that only the page claims", async () => {
    const { messages, settle } = await ask();
    const output = { outcome: { status: "answered", answers: [] }, text: "User answered: PostgreSQL" };
    const [user, said] = messages as [UIMessage, UIMessage];
    const parts = said.parts.map((part) =>
      part.type === "tool-AskUserQuestion" ? { ...part, state: "output-available", output } : part,
    ) as UIMessage["parts"];
    const settled = await settle([user, { ...said, parts }]);
    expect(partOf(settled.messages[1] as UIMessage)).toMatchObject({ state: "input-available" });
    expect(settled.pending).toHaveLength(1);
  });

  test("is registered later if the hub was away", async () => {
    const { app, person, messages } = await ask();
    const again = () => settleAsks(messages, { hub: app, session: "c2" });
    expect((await again()).pending).toHaveLength(1);
    expect((await again()).pending).toHaveLength(1);
    const [found] = (await app.list({ session: "c2", key: "call_1" })).asks;
    // A question that a person has dismissed is not asked again.
    await person.cancel(`${found?.id}`);
    const settled = await again();
    expect(settled.pending).toEqual([]);
    expect(partOf(settled.messages[1] as UIMessage)).toMatchObject({ output: { outcome: { status: "cancelled" } } });
  });

  test("without a hub uses the page's output, unless it is unreadable", async () => {
    const tools = { AskUserQuestion: askUserQuestion() };
    const toMessages = (output: unknown) =>
      [
        ...hello,
        {
          id: "m2",
          role: "assistant",
          parts: [
            {
              type: "tool-AskUserQuestion",
              toolCallId: "call_1",
              state: "output-available",
              input: call.input,
              output,
            },
          ],
        },
      ] as UIMessage[];
    const textOf = async (output: unknown) =>
      JSON.stringify((await convertToModelMessages(toMessages(output), { tools })).at(-1));
    expect(await textOf({ outcome: { status: "answered" }, text: "Selected: SQLite" })).toContain("Selected: SQLite");
    for (const odd of [null, "SQLite", {}, { text: "Selected: SQLite" }, { outcome: {}, text: "x" }])
      expect(await textOf(odd)).toContain("There is no answer");
  });
});
