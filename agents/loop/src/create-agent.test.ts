import { AgentError, type AgentEvent, type Asker, type AskRequest, type HubAsker, YourcallError } from "@yourcall/core";
import { createScriptedPerson } from "@yourcall/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createAgent } from "./create-agent.ts";
import { createMemoryRunStore, type SavedRun } from "./run-store.ts";
import { createScriptedModel, resultsIn } from "./scripted-model.ts";
import { collectEvents, database, features, namesOf } from "./test-support/run-calls.ts";
import { defineTool } from "./tool.ts";

const ask = (id: string, input: unknown = database) => ({ id, name: "AskUserQuestion", input });
const sqlite = { when: "Database", answer: { select: "SQLite" } };

const look = defineTool({
  name: "look",
  description: "Looks",
  input: z.object({ at: z.string() }),
  execute: ({ at }) => `saw ${at}`,
});

function resultOf(events: readonly AgentEvent[], id: string) {
  const event = events.find((candidate) => candidate.type === "tool_result" && candidate.id === id);
  return event?.type === "tool_result" ? event.result : undefined;
}

function errorOf(events: readonly AgentEvent[]): Error | undefined {
  const last = events.at(-1);
  return last?.type === "error" ? last.error : undefined;
}

describe("a run", () => {
  test("streams the model's text and ends with all of it", async () => {
    const agent = createAgent({ model: createScriptedModel([{ text: "Good morning, Ana." }]) });
    expect(await collectEvents(agent.run("hello"))).toEqual([
      { type: "text", text: "Good " },
      { type: "text", text: "morning, " },
      { type: "text", text: "Ana." },
      { type: "done", text: "Good morning, Ana." },
    ]);
  });

  test("sends pictures with the prompt, and reports what was used to a host with a window", async () => {
    const model = createScriptedModel([{ text: "A cat." }]);
    const agent = createAgent({ model, window: true });
    const pictures = [{ type: "image/png" as const, bytes: Buffer.from("89504e470d0a1a0a", "hex") }];
    const events = await collectEvents(agent.run("What is it?", { pictures }));
    expect(events.filter(({ type }) => type === "settings")).toEqual([
      { type: "settings", usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) } },
    ]);
    expect(JSON.stringify(model.calls[0]?.prompt.at(-1))).toContain("iVBORw0KGgo=");
    expect(model.calls[0]?.prompt.at(-1)?.content).toMatchObject([
      { type: "text", text: "What is it?" },
      { type: "file", mediaType: "image/png" },
    ]);
  });

  test("passes a tool's result to the model, which continues", async () => {
    const model = createScriptedModel([
      { text: "Looking.", calls: [{ id: "a", name: "look", input: { at: "the sea" } }] },
      { text: "Blue." },
    ]);
    const events = await collectEvents(createAgent({ model, tools: [look] }).run("what is there?"));
    expect(namesOf(events)).toEqual(["text", "tool_start a", "tool_result a", "text", "done"]);
    expect(resultOf(events, "a")).toEqual({ text: "saw the sea", isError: false });
    expect(resultsIn(model.calls[1])).toEqual(["saw the sea"]);
  });

  test("pauses at a question and continues with the answer", async () => {
    const person = createScriptedPerson([{ when: "Database", answer: { select: "SQLite", note: "for now" } }]);
    const model = createScriptedModel([{ text: "One thing first.", calls: [ask("a")] }, { text: "SQLite it is." }]);
    const agent = createAgent({ model, asker: person, agent: { name: "shop", title: "Set up" }, cwd: "/tmp" });
    const run = agent.run("set up a shop");
    const events = await collectEvents(run);
    expect(namesOf(events)).toEqual(["text", "tool_start a", "ask_user a", "tool_result a", "text", "done"]);
    expect(events.find(({ type }) => type === "ask_user")).toMatchObject({
      id: "a",
      kind: "question",
      questions: [{ header: "Database", kind: "choice" }],
    });
    expect(resultOf(events, "a")).toMatchObject({
      text: `User answered the following questions:

1. Database (Which database should we use for this project?)
   Selected: SQLite
   Note: for now

Proceeding with user selections.`,
      isError: false,
      outcome: { status: "answered" },
    });
    expect(resultsIn(model.calls[1])).toEqual([resultOf(events, "a")?.text]);
    expect(person.asks).toMatchObject([
      {
        key: "a",
        context: "One thing first.",
        agent: { name: "shop", title: "Set up", session: run.id, cwd: "/tmp" },
      },
    ]);
  });

  test("a question after a very long text is asked, with the end of it", async () => {
    const person = createScriptedPerson([{ when: "Database", answer: { select: "SQLite" } }]);
    const text = `${"long ".repeat(10_000)}end.`;
    const model = createScriptedModel([{ text, calls: [ask("a")] }, { text: "ok" }]);
    await collectEvents(createAgent({ model, asker: person }).run("go"));
    expect(person.asks).toMatchObject([{ context: text.slice(-20_000) }]);
  });

  test("two asks in one turn stay separate, other calls finish meanwhile, and the model waits for both", async () => {
    const answered = Promise.withResolvers<void>();
    const person = createScriptedPerson([
      { when: "Database", answer: () => answered.promise.then(() => ({ select: "SQLite" })) },
      { when: "Features", answer: { select: ["TypeScript"] } },
    ]);
    const model = createScriptedModel([
      { calls: [ask("a"), { id: "b", name: "look", input: { at: "disk" } }, ask("c", features)] },
      { text: "Fine." },
    ]);
    const events: AgentEvent[] = [];
    for await (const event of createAgent({ model, tools: [look], asker: person }).run("go")) {
      events.push(event);
      const open = events.filter(({ type }) => type === "tool_result").length;
      if (open === 2 && event.type === "tool_result") {
        expect(model.calls).toHaveLength(1);
        answered.resolve();
      }
    }
    const names = namesOf(events);
    expect(names.slice(0, 5)).toEqual(["tool_start a", "ask_user a", "tool_start b", "tool_start c", "ask_user c"]);
    expect(names.slice(-3)).toEqual(["tool_result a", "text", "done"]);
    expect(person.asks.map(({ key }) => key)).toEqual(["a", "c"]);
    expect(resultsIn(model.calls[1])).toEqual([
      expect.stringContaining("Selected: SQLite"),
      "saw disk",
      expect.stringContaining("Selected: TypeScript"),
    ]);
  });

  test("the host has handled earlier events before a question is asked", async () => {
    const heard: string[] = [];
    const person = createScriptedPerson([
      () => {
        heard.push("asked");
        return { select: "SQLite" };
      },
    ]);
    const model = createScriptedModel([{ text: "One thing first.", calls: [ask("a")] }, {}]);
    for await (const event of createAgent({ model, asker: person }).run("go")) {
      await new Promise(setImmediate);
      heard.push(event.type);
    }
    expect(heard.slice(0, 5)).toEqual(["text", "text", "text", "tool_start", "asked"]);
  });

  test("an invalid ask goes back to the model with corrections, and no person sees it", async () => {
    const person = createScriptedPerson([sqlite]);
    const faulty = { questions: [{ ...database.questions[0], header: "A header much too long", answers: {} }] };
    const model = createScriptedModel([
      { calls: [ask("a", faulty)] },
      { calls: [ask("b", { ...database, answers: { x: "y" } })] },
      { calls: [ask("c", "{not json")] },
      { calls: [ask("d")] },
      { text: "ok" },
    ]);
    const events = await collectEvents(createAgent({ model, asker: person }).run("go"));
    expect(namesOf(events).filter((name) => name.startsWith("ask_user"))).toEqual(["ask_user d"]);
    expect(person.asks).toHaveLength(1);
    expect(resultOf(events, "a")).toMatchObject({
      isError: true,
      text: expect.stringContaining("questions[0].header"),
    });
    expect(resultOf(events, "b")?.text).toContain("Only the person answers.");
    expect(resultOf(events, "c")?.text).toContain("not valid JSON");
    expect(resultOf(events, "d")).toMatchObject({ isError: false, outcome: { status: "answered" } });
  });

  test.each([
    ["decline", "The user declined to answer."],
    ["expire", "Nobody answered in time."],
    ["cancel", "The ask was withdrawn before anyone answered."],
  ] as const)("%s has its own text for the model", async (act, words) => {
    const model = createScriptedModel([{ calls: [ask("a")] }, { text: "I see." }]);
    const person = createScriptedPerson([() => act]);
    const events = await collectEvents(createAgent({ model, asker: person }).run("go"));
    expect(resultsIn(model.calls[1])[0]).toContain(words);
    expect(resultsIn(model.calls[1])[0]).not.toContain("Selected");
    expect(events.at(-1)).toEqual({ type: "done", text: "I see." });
  });

  test("a question of the person goes back to the model, whose next call replies", async () => {
    const person = createScriptedPerson([
      ({ replyTo }) => (replyTo === undefined ? { askBack: "What does SQLite cost?" } : { select: "SQLite" }),
    ]);
    const again = { ...database, replyTo: "ask_1", reply: "Nothing." };
    const model = createScriptedModel([
      { calls: [ask("a")] },
      { text: "Well.", calls: [ask("b", again)] },
      { text: "ok" },
    ]);
    await collectEvents(createAgent({ model, asker: person }).run("go"));
    expect(resultsIn(model.calls[1])[0]).toContain("They ask: What does SQLite cost?");
    expect(resultsIn(model.calls[1])[0]).not.toContain("Selected");
    expect(person.asks).toMatchObject([{ asksAgain: true }, { replyTo: "ask_1", context: "Well.\n\nNothing." }]);
    expect(resultsIn(model.calls[2]).at(-1)).toContain("Selected: SQLite");
  });

  test("questions carry a deadline, and the model learns that nobody chose a fallback", async () => {
    const model = createScriptedModel([{ calls: [ask("a")] }, { text: "ok" }]);
    const person = createScriptedPerson([() => "expire"]);
    const deadline = { timeoutMs: 5000, onTimeout: "recommended" as const };
    await collectEvents(createAgent({ model, asker: person, deadline }).run("go"));
    expect(person.asks[0]).toMatchObject(deadline);
    expect(resultsIn(model.calls[1])[0]).toContain("Nobody chose them");
  });

  test("a call id that the model reuses is a new call with its own key", async () => {
    const person = createScriptedPerson([sqlite]);
    const model = createScriptedModel([
      { calls: [ask("same"), ask("same")] },
      { calls: [ask("same")] },
      { text: "ok" },
    ]);
    const events = await collectEvents(createAgent({ model, asker: person }).run("go"));
    expect(person.asks.map(({ key }) => key)).toEqual(["same", "same_2", "same_3"]);
    expect(events.at(-1)).toMatchObject({ type: "done" });
  });

  test("thrown errors, invalid input and unknown tools go back to the model", async () => {
    const broken = defineTool({
      name: "broken",
      description: "",
      input: z.object({}),
      execute() {
        throw new Error("The disk is on fire.");
      },
    });
    const model = createScriptedModel([
      {
        calls: [
          { id: "a", name: "broken", input: {} },
          { id: "b", name: "look", input: { at: 5 } },
          { id: "c", name: "fly", input: {} },
        ],
      },
      { text: "Oh." },
    ]);
    const events = await collectEvents(createAgent({ model, tools: [broken, look] }).run("go"));
    expect(resultOf(events, "a")).toEqual({ text: "The disk is on fire.", isError: true });
    expect(resultOf(events, "b")?.text).toMatch(/^The input of look was refused\. at must be a string/);
    expect(resultOf(events, "c")?.text).toBe('There is no tool "fly". The tools are: broken, look.');
  });

  test("a tool may ask too, under a key made from its call", async () => {
    const person = createScriptedPerson([sqlite, { when: "How many?", answer: { other: "3" } }]);
    const setUp = defineTool({
      name: "set_up",
      description: "",
      input: z.object({}),
      async execute(_, { askUser }) {
        const number = {
          question: "How many?",
          header: "Count",
          kind: "number" as const,
          options: [],
          multiSelect: false,
        };
        const outcomes = [await askUser?.(database.questions), await askUser?.([number])];
        return outcomes.map((outcome) => outcome?.status).join();
      },
    });
    const model = createScriptedModel([{ calls: [{ id: "a", name: "set_up", input: {} }] }, { text: "ok" }]);
    const events = await collectEvents(createAgent({ model, tools: [setUp], asker: person }).run("go"));
    expect(namesOf(events).slice(0, 4)).toEqual(["tool_start a", "ask_user a", "ask_user a", "tool_result a"]);
    expect(resultOf(events, "a")?.text).toBe("answered,answered");
    expect(person.asks.map(({ key }) => key)).toEqual(["a:1", "a:2"]);
  });

  test("stops with an error if the model never finishes", async () => {
    const again = { calls: [{ name: "look", input: { at: "it" } }] };
    const model = createScriptedModel([again, again, again]);
    const events = await collectEvents(createAgent({ model, tools: [look], maxSteps: 2 }).run("go"));
    expect(errorOf(events)).toMatchObject({ code: "too-many-steps" });
    expect(model.calls).toHaveLength(2);
  });

  test("text that was cut off does not pass for a finished reply", async () => {
    const model = createScriptedModel([{ text: "The first of ten", finishReason: "length" }]);
    expect(errorOf(await collectEvents(createAgent({ model }).run("go")))).toMatchObject({ code: "cut-off" });
  });
});

describe("what the model is offered", () => {
  async function offered(options: Partial<Parameters<typeof createAgent>[0]>) {
    const model = createScriptedModel([{ text: "ok" }]);
    await collectEvents(createAgent({ ...options, model }).run("go"));
    const call = model.calls[0];
    const system = call?.prompt.find(({ role }) => role === "system")?.content;
    return { names: call?.tools?.map(({ name }) => name) ?? [], system: String(system), tools: call?.tools };
  }
  const person = createScriptedPerson([]);

  test("includes AskUserQuestion with the strict schema if there is an asker", async () => {
    const { names, tools, system } = await offered({ asker: person, tools: [look] });
    expect(names).toEqual(["AskUserQuestion", "look"]);
    expect(tools?.[0]).toMatchObject({ inputSchema: { required: ["questions"], additionalProperties: false } });
    expect(system).not.toContain("Nobody can be asked");
  });

  test("includes neither AskUserQuestion nor tools that need approval without an asker, and the system text says so", async () => {
    const burn = defineTool({
      name: "burn",
      description: "",
      input: z.object({}),
      needsApproval: true,
      execute: () => "",
    });
    const { names, system } = await offered({ tools: [look, burn] });
    expect(names).toEqual(["look"]);
    expect(system).toContain("Nobody can be asked in this run");
  });

  test("includes plan mode and the host's text in the system text", async () => {
    const { system } = await offered({ asker: person, planMode: true, system: "You tend a garden." });
    expect(system).toMatch(/^You tend a garden\./);
    expect(system).toContain("plan mode");
    expect((await offered({ asker: person })).system).not.toContain("plan mode");
  });

  test("never includes two tools of one name or another AskUserQuestion: both are refused at once", () => {
    const model = createScriptedModel([]);
    expect(() => createAgent({ model, tools: [look, look] })).toThrow('Two tools are named "look".');
    const own = defineTool({ name: "AskUserQuestion", description: "", input: z.object({}), execute: () => "" });
    expect(() => createAgent({ model, tools: [own] })).toThrow("comes with the loop");
  });
});

describe("stopping a run", () => {
  const never = () => new Promise<never>(() => {});

  test("aborting withdraws its asks, and the run can be resumed later", async () => {
    const stop = new AbortController();
    const store = createMemoryRunStore();
    const person = createScriptedPerson([
      () => {
        stop.abort();
        return never();
      },
    ]);
    const script = [{ calls: [ask("a")] }, { text: "Then not." }];
    const agent = createAgent({ model: createScriptedModel(script), asker: person, signal: stop.signal, store });
    const run = agent.run("go");
    const events: AgentEvent[] = [];
    for await (const event of run) events.push(event);
    expect(namesOf(events)).toEqual(["tool_start a", "ask_user a", "tool_result a", "error"]);
    expect(resultOf(events, "a")).toMatchObject({ outcome: { status: "cancelled" } });
    expect(errorOf(events)).toMatchObject({ code: "aborted" });

    const model = createScriptedModel(script);
    const later = await collectEvents(createAgent({ model, asker: person, store }).resume(run.id, "go on"));
    expect(later.at(-1)).toEqual({ type: "done", text: "Then not." });
    expect(resultsIn(model.calls[0])[0]).toContain("withdrawn");
    expect(person.asks).toHaveLength(1);
  });

  test("leaving the for-await loop early withdraws its asks too", async () => {
    const asked = Promise.withResolvers<void>();
    const seen: string[] = [];
    const asker: Asker = {
      ask: (_, { signal } = {}) =>
        new Promise((resolve) => {
          asked.resolve();
          signal?.addEventListener("abort", () => {
            seen.push("withdrawn");
            resolve({ status: "cancelled", at: "2026-01-01T00:00:00Z" });
          });
        }),
    };
    const slow = defineTool({
      name: "slow",
      description: "",
      input: z.object({}),
      execute: () => asked.promise.then(() => "the question is open"),
    });
    const model = createScriptedModel([{ calls: [ask("a"), { id: "b", name: "slow", input: {} }] }]);
    for await (const event of createAgent({ model, tools: [slow], asker }).run("go"))
      if (event.type === "tool_result") break;
    expect(seen).toEqual(["withdrawn"]);
  });

  test("a run stopped at a question's event never asks it", async () => {
    const person = createScriptedPerson([sqlite]);
    const model = createScriptedModel([{ calls: [ask("a")] }]);
    for await (const event of createAgent({ model, asker: person }).run("go")) if (event.type === "ask_user") break;
    expect(person.asks).toEqual([]);
  });

  test("aborting stops a tool that listens to its signal", async () => {
    const stop = new AbortController();
    const wait = defineTool({
      name: "wait",
      description: "",
      input: z.object({}),
      execute: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const model = createScriptedModel([{ calls: [{ id: "a", name: "wait", input: {} }] }]);
    const events: AgentEvent[] = [];
    for await (const event of createAgent({ model, tools: [wait], signal: stop.signal }).run("go")) {
      events.push(event);
      if (event.type === "tool_start") stop.abort();
    }
    expect(namesOf(events)).toEqual(["tool_start a", "tool_result a", "error"]);
  });
});

describe("an asker with a hub", () => {
  function hubLike(created: Promise<{ id: string }>) {
    const person = createScriptedPerson([sqlite]);
    const calls: string[] = [];
    const requests: AskRequest[] = [];
    const asker: HubAsker = {
      ask: () => Promise.reject(new Error("Asked twice.")),
      async create(request) {
        calls.push(`create ${request.key}`);
        requests.push(request);
        const { id } = await created;
        return { id };
      },
      async wait(id) {
        calls.push(`wait ${id}`);
        return await person.ask(requests[0] ?? { questions: [] });
      },
      async cancel(id) {
        calls.push(`cancel ${id}`);
        return { outcome: { status: "cancelled", at: "2026-01-01T00:00:00Z" } };
      },
      report: async () => {},
      delivery: async () => {},
    };
    return { calls, asker };
  }

  test("creates the ask once, puts its id in the event and waits for it", async () => {
    const { asker, calls } = hubLike(Promise.resolve({ id: "ask_1" }));
    const model = createScriptedModel([{ calls: [ask("a")] }, { text: "ok" }]);
    const events = await collectEvents(createAgent({ model, asker }).run("go"));
    expect(events.find(({ type }) => type === "ask_user")).toMatchObject({ id: "a", askId: "ask_1" });
    expect(calls).toEqual(["create a", "wait ask_1"]);
  });

  test("withdraws an ask that is still being created when the run is aborted", async () => {
    const created = Promise.withResolvers<{ id: string }>();
    const { asker, calls } = hubLike(created.promise);
    const stop = new AbortController();
    stop.signal.addEventListener("abort", () => created.resolve({ id: "ask_1" }));
    const model = createScriptedModel([{ calls: [ask("a")] }]);
    const events: AgentEvent[] = [];
    for await (const event of createAgent({ model, asker, signal: stop.signal }).run("go")) {
      events.push(event);
      if (event.type === "tool_start") setImmediate(() => stop.abort());
    }
    expect(errorOf(events)).toMatchObject({ code: "aborted" });
    expect(resultOf(events, "a")).toMatchObject({ outcome: { status: "cancelled" } });
    expect(calls).toEqual(["create a", "cancel ask_1"]);
  });
});

describe("a saved run", () => {
  test("contains the call before the person is asked", async () => {
    const saves: SavedRun[] = [];
    const store = { save: async (run: SavedRun) => void saves.push(run), load: async () => undefined };
    let savedAtAsk: SavedRun | undefined;
    const person = createScriptedPerson([
      () => {
        savedAtAsk = saves.at(-1);
        return { select: "SQLite" };
      },
    ]);
    const model = createScriptedModel([{ text: "Well.", calls: [ask("a")] }, { text: "ok" }]);
    await collectEvents(createAgent({ model, asker: person, store }).run("go"));
    expect(savedAtAsk?.calls).toEqual([{ id: "a", name: "AskUserQuestion", input: database }]);
    expect(savedAtAsk?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("keeps a call open whose question could not be asked, and resuming asks again under the same key", async () => {
    const store = createMemoryRunStore();
    const script = [{ calls: [ask("a"), { id: "b", name: "look", input: { at: "it" } }] }, { text: "ok" }];
    const away = {
      ask: () => Promise.reject(new YourcallError("hub-unreachable", "No hub answers.")),
    };
    const broken = createAgent({ model: createScriptedModel(script), tools: [look], asker: away, store });
    const run = broken.run("go");
    const events = await collectEvents(run);
    expect(errorOf(events)).toMatchObject({ code: "ask-failed", message: expect.stringContaining("No hub answers.") });
    expect(AgentError.isInstance(errorOf(events))).toBe(true);

    const person = createScriptedPerson([sqlite]);
    const agent = createAgent({ model: createScriptedModel(script), tools: [look], asker: person, store });
    expect(namesOf(await collectEvents(agent.resume(run.id)))).toEqual([
      "tool_start a",
      "ask_user a",
      "tool_result a",
      "text",
      "done",
    ]);
    expect(person.asks.map(({ key, agent }) => [key, agent?.session])).toEqual([["a", run.id]]);
  });

  test("continues with the next prompt", async () => {
    const model = createScriptedModel([{ text: "Hello." }, { text: "Fine." }]);
    const agent = createAgent({ model });
    const run = agent.run("hi");
    await collectEvents(run);
    expect((await collectEvents(agent.resume(run.id, "how are you?"))).at(-1)).toEqual({ type: "done", text: "Fine." });
    expect(model.calls[1]?.prompt.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(await collectEvents(agent.resume(run.id))).toEqual([{ type: "done", text: "Fine." }]);
  });

  test("that does not exist is an error", async () => {
    const agent = createAgent({ model: createScriptedModel([]) });
    expect(errorOf(await collectEvents(agent.resume("run_x")))).toMatchObject({ code: "not-found" });
  });
});
