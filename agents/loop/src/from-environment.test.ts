import { createScriptedPerson } from "@yourcall/core/testing";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../core/src/testing/test-clock.ts";
import { createAgent } from "./create-agent.ts";
import { fromEnvironment } from "./from-environment.ts";
import { collectEvents, database, features, namesOf } from "./test-support/run-calls.ts";
import { openEndpoint, toAnthropicEvents, toCompletionEvents } from "./test-support/scripted-endpoint.ts";

const person = () =>
  createScriptedPerson([
    { when: "Database", answer: { select: "SQLite" } },
    { when: "Features", answer: { select: ["TypeScript"], other: "a map" } },
  ]);

const turn = {
  text: ["Two ", "questions."],
  calls: [
    { id: "toolu_1", name: "AskUserQuestion", input: database },
    { id: "toolu_2", name: "AskUserQuestion", input: features },
  ],
};

test("a whole run with Anthropic's package: the schema goes out, the asks come in, the answers go back", async () => {
  const endpoint = await openEndpoint([toAnthropicEvents(turn), toAnthropicEvents({ text: ["Thanks."] })]);
  const model = await fromEnvironment({ ANTHROPIC_API_KEY: "key-1", ANTHROPIC_BASE_URL: endpoint.url });
  const asker = person();
  const events = await collectEvents(createAgent({ model, asker }).run("set it up"));
  expect(events.slice(0, 2)).toEqual([
    { type: "text", text: "Two " },
    { type: "text", text: "questions." },
  ]);
  expect(events.at(-1)).toEqual({ type: "done", text: "Thanks." });
  expect(asker.asks.map(({ key }) => key)).toEqual(["toolu_1", "toolu_2"]);
  const [first, second] = endpoint.requests;
  expect(first).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "key-1" } });
  expect(first?.body.tools[0]).toMatchObject({
    name: "AskUserQuestion",
    input_schema: { properties: { questions: { maxItems: 4 } } },
  });
  expect(second?.body.messages.at(-1)).toMatchObject({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_1", content: expect.stringContaining("Selected: SQLite") },
      { type: "tool_result", tool_use_id: "toolu_2", content: expect.stringContaining("Other: a map") },
    ],
  });
});

test("a whole run with an OpenAI-compatible endpoint without a key", async () => {
  const endpoint = await openEndpoint([toCompletionEvents(turn), toCompletionEvents({ text: ["Thanks."] })]);
  const model = await fromEnvironment({ OPENAI_BASE_URL: `${endpoint.url}/v1/`, OPENAI_MODEL: "llama3.2:3b" });
  const events = await collectEvents(createAgent({ model, asker: person() }).run("set it up"));
  expect(namesOf(events).at(-1)).toBe("done");
  const [first, second] = endpoint.requests;
  expect(first).toMatchObject({ path: "/v1/chat/completions", body: { model: "llama3.2:3b", stream: true } });
  expect(first?.headers.authorization).toBeUndefined();
  expect(second?.body.messages.slice(-2)).toMatchObject([
    { role: "tool", tool_call_id: "toolu_1", content: expect.stringContaining("Selected: SQLite") },
    { role: "tool", tool_call_id: "toolu_2", content: expect.stringContaining("Selected: TypeScript") },
  ]);
});

test("OpenAI itself is called with its own package", async () => {
  const model = await fromEnvironment({ OPENAI_API_KEY: "key" });
  expect(model).toMatchObject({ provider: "openai.responses" });
});

describe("which model", () => {
  const pick = async (env: Record<string, string>) => {
    const model = await fromEnvironment(env);
    return typeof model === "string" ? model : `${model.provider} ${model.modelId}`;
  };

  test("Anthropic first, then OPENAI_BASE_URL, then OpenAI; YOURCALL_MODEL decides", async () => {
    const both = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b" };
    expect(await pick(both)).toMatch(/^anthropic\.messages claude-/);
    expect(await pick({ ...both, ANTHROPIC_MODEL: "claude-x" })).toBe("anthropic.messages claude-x");
    expect(await pick({ ...both, YOURCALL_MODEL: "openai:gpt-x" })).toBe("openai.responses gpt-x");
    const local = { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1", OPENAI_API_KEY: "b" };
    expect(await pick({ ...local, YOURCALL_MODEL: "llama3.2:3b" })).toBe("openai-compatible.chat llama3.2:3b");
    expect(await pick({ ANTHROPIC_AUTH_TOKEN: "t" })).toMatch(/^anthropic/);
  });

  test.each<[Record<string, string>, string]>([
    [{}, "Set ANTHROPIC_API_KEY, or OPENAI_API_KEY, or"],
    [{ ANTHROPIC_API_KEY: " " }, "No model is set up."],
    [{ OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, "Set OPENAI_MODEL"],
    [{ YOURCALL_MODEL: "anthropic:claude-x", OPENAI_API_KEY: "b" }, "Set ANTHROPIC_API_KEY."],
    [{ YOURCALL_MODEL: "openai:gpt-x", ANTHROPIC_API_KEY: "a" }, "Set OPENAI_API_KEY or OPENAI_BASE_URL."],
  ])("%o is refused with what to set", async (env, words) => {
    await expect(fromEnvironment(env)).rejects.toThrow(words);
    await expect(fromEnvironment(env)).rejects.toMatchObject({ code: "no-model" });
  });
});

describe("a provider in trouble", () => {
  const overloaded = (status: number, headers = {}) => ({
    status,
    headers,
    json: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  });

  async function runWith(replies: Parameters<typeof openEndpoint>[0]) {
    const endpoint = await openEndpoint(replies);
    const clock = createTestClock({ skipUpToMs: Number.POSITIVE_INFINITY });
    const model = await fromEnvironment({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: endpoint.url });
    const events = await collectEvents(createAgent({ model, clock }).run("hi"));
    return { events, pauses: clock.pauses, last: events.at(-1), requests: endpoint.requests };
  }

  test("that is overloaded is retried after growing pauses, or when it says", async () => {
    const { events, pauses } = await runWith([
      overloaded(529),
      overloaded(503),
      overloaded(429, { "retry-after": "7" }),
      toAnthropicEvents({ text: ["Hello."] }),
    ]);
    expect(events).toEqual([
      { type: "text", text: "Hello." },
      { type: "done", text: "Hello." },
    ]);
    expect(pauses).toEqual([1000, 2000, 7000]);
  });

  test("that is overloaded in its stream, before any text, is retried", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { last, pauses } = await runWith([{ events: [error] }, toAnthropicEvents({ text: ["Hello."] })]);
    expect(last).toEqual({ type: "done", text: "Hello." });
    expect(pauses).toEqual([1000]);
  });

  test("that fails in the middle of its text is not retried, so that nothing is said twice", async () => {
    const whole = toAnthropicEvents({ text: ["Hel"] });
    const begun = "events" in whole ? whole.events.slice(0, 3) : [];
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { events, requests } = await runWith([{ events: [...begun, error] }]);
    expect(events).toMatchObject([
      { type: "text", text: "Hel" },
      { type: "error", error: { code: "overloaded" } },
    ]);
    expect(requests).toHaveLength(1);
  });

  test("that stays overloaded is an error, which says that the run can be resumed", async () => {
    const { last, requests } = await runWith(Array.from({ length: 10 }, () => overloaded(529)));
    expect(last).toMatchObject({
      type: "error",
      error: { code: "overloaded", message: expect.stringContaining("resume the run later") },
    });
    expect(requests).toHaveLength(6);
  });

  test("that asks for an hour's pause is not waited for", async () => {
    const { last, pauses } = await runWith([overloaded(429, { "retry-after": "3600" })]);
    expect(last).toMatchObject({ error: { code: "overloaded" } });
    expect(pauses).toEqual([]);
  });

  test.each([
    [401, "unauthorized", "Check ANTHROPIC_API_KEY"],
    [404, "model-not-found", "Set YOURCALL_MODEL"],
    [500, "provider-error", "It said: Overloaded"],
  ])("that replies with %i is an error at once, with advice", async (status, code, words) => {
    const { last, requests } = await runWith([overloaded(status)]);
    expect(last).toMatchObject({ type: "error", error: { code, message: expect.stringContaining(words) } });
    expect(requests).toHaveLength(1);
  });

  test("an endpoint where nothing listens is named in the error", async () => {
    const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_MODEL: "m" };
    const events = await collectEvents(createAgent({ model: await fromEnvironment(env) }).run("hi"));
    expect(events).toMatchObject([
      {
        type: "error",
        error: { code: "provider-unreachable", message: expect.stringContaining("http://127.0.0.1:1") },
      },
    ]);
  });
});
