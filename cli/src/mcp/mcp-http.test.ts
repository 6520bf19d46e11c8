import type { AnswerBody } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import { createMcpServers, type McpSettings } from "@yourcall/mcp";
import { createMcpHttp } from "@yourcall/mcp/http";
import { describe, expect, onTestFinished, test } from "vitest";
import { choose, database } from "../../../hub/src/testing/sample-questions.ts";
import { shareTestHub } from "../../../hub/src/testing/test-hub.ts";

const { kind: _, ...question } = database;
const call = { name: "AskUserQuestion", arguments: { questions: [question] } };
const extension = "io.modelcontextprotocol/tasks";
const hub = shareTestHub();
let count = 0;

type Json = Record<string, unknown>;
interface Reply {
  result: Json & { task: Json; structuredContent: Json; result: Json };
  error: Json & { code: number };
}

function people(scope: "human" | "agent") {
  const client = createHubClient({ socketPath: hub().socket, token: hub().tokens[scope] });
  onTestFinished(() => client.close());
  return client;
}

/** A client that sends its messages itself: the official one has no calls for tasks, and stays with one server. */
function open(
  generation: "2025-11-25" | "2026-07-28",
  { tasks = true, forms = false, session = `http-${++count}`, roundKey = undefined as McpSettings["roundKey"] } = {},
) {
  const agent = people("agent");
  const human = people("human");
  const servers = createMcpServers({ version: "1.0.0", hub: async () => agent, clock: machineClock, roundKey });
  const http = createMcpHttp(servers, () => ({ session, elicitation: forms }));
  const isModern = generation === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": generation,
    "io.modelcontextprotocol/clientInfo": { name: "tasker", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {
      ...(tasks ? { extensions: { [extension]: {} } } : {}),
      ...(forms ? { elicitation: { form: {} } } : {}),
    },
  };
  async function send(method: string, params: Json): Promise<Reply> {
    const body = { jsonrpc: "2.0", id: 1, method, params: isModern ? { ...params, _meta: meta } : params };
    const name = params.name ?? params.taskId;
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": generation,
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": String(name) }),
    };
    const request = new Request("http://hub/mcp", { method: "POST", headers, body: JSON.stringify(body) });
    const text = await (await http(request, body)).text();
    const messages = text.startsWith("{") ? [text] : Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, data]) => data);
    return JSON.parse(messages.at(-1) ?? "{}");
  }
  const answer = (id: unknown) => human.answer(String(id), choose("SQLite") as AnswerBody);
  return { send, human, answer, session };
}

describe("a client of 2026-07-28 that announces tasks", () => {
  test("gets a task at once, and the answer when it asks for the task", async () => {
    const { send, human, answer } = open("2026-07-28");
    expect((await send("server/discover", {})).result.capabilities).toMatchObject({ extensions: { [extension]: {} } });
    const { result: created } = await send("tools/call", call);
    const { taskId } = created;
    expect(created).toMatchObject({
      resultType: "task",
      taskId: expect.stringMatching(/^ask_/),
      status: "working",
      ttlMs: null,
      // For whoever takes it for the result of the call.
      structuredContent: { status: "pending" },
    });
    const looking = send("tasks/get", { taskId });
    await expect.poll(async () => (await human.get(String(taskId))).waiting.count).toBe(1);
    await answer(taskId);
    const { result } = await looking;
    expect(result).toMatchObject({ resultType: "complete", taskId, status: "completed", createdAt: created.createdAt });
    expect(result.result).toMatchObject({
      content: [{ type: "text", text: expect.stringContaining("Selected: SQLite") }],
      structuredContent: { status: "answered", id: taskId, answers: [{ selectedOptions: ["SQLite"] }] },
    });
    expect((await send("tasks/get", { taskId })).result).toEqual(result);
    await expect.poll(async () => (await human.get(String(taskId))).delivery?.state).toBe("taken");
  });

  test("withdraws the question with its task, and a refusal is a result that is no answer", async () => {
    const { send, human } = open("2026-07-28");
    const { taskId } = (await send("tools/call", call)).result;
    for (const _ of [1, 2]) expect((await send("tasks/cancel", { taskId })).result).toMatchObject({});
    expect((await human.get(String(taskId))).status).toBe("cancelled");
    const { result } = await send("tasks/get", { taskId });
    expect(result).toMatchObject({
      status: "cancelled",
      statusMessage: expect.stringContaining("nothing was approved"),
    });
    expect(result.result).toBeUndefined();

    const next = (await send("tools/call", call)).result.taskId;
    await human.decline(String(next), { surface: "web" });
    expect((await send("tasks/get", { taskId: next })).result).toMatchObject({
      status: "completed",
      result: { structuredContent: { status: "declined" } },
    });
  });

  test("cannot end another's task, and hears of one that does not exist", async () => {
    const { send, human } = open("2026-07-28");
    const { taskId } = (await send("tools/call", call)).result;
    const other = open("2026-07-28");
    expect((await other.send("tasks/cancel", { taskId })).error.code).toBe(-32602);
    expect((await human.get(String(taskId))).status).toBe("pending");
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
      expect((await send(method, { taskId: "ask_none" })).error).toMatchObject({ code: -32602 });
    expect((await send("tasks/result", { taskId })).error.code).toBe(-32601);
  });
});

test("a client that does not announce tasks gets none, and may not ask for them", async () => {
  const { send, human, answer, session } = open("2026-07-28", { tasks: false });
  const asked = send("tools/call", call);
  const pending = async () => (await human.list({ status: "pending", session })).asks;
  await expect.poll(pending).toHaveLength(1);
  const [{ id } = { id: "" }] = await pending();
  expect((await send("tasks/get", { taskId: id })).error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { extensions: { [extension]: {} } } },
  });
  await answer(id);
  expect((await asked).result).toMatchObject({ resultType: "complete", structuredContent: { status: "answered" } });
});

describe("a client of 2025-11-25", () => {
  test("gets a task if it asks for one, and waits for its result", async () => {
    const { send, answer } = open("2025-11-25");
    const { tools } = (await send("tools/list", {})).result as unknown as { tools: Json[] };
    expect(tools[0]).toMatchObject({ execution: { taskSupport: "optional" } });
    const { task } = (await send("tools/call", { ...call, task: { ttl: 60_000 } })).result;
    const { taskId } = task;
    expect(task).toMatchObject({ taskId: expect.stringMatching(/^ask_/), status: "working", ttl: null });
    const waiting = send("tasks/result", { taskId });
    await answer(taskId);
    expect((await waiting).result).toMatchObject({
      structuredContent: { status: "answered", answers: [{ selectedOptions: ["SQLite"] }] },
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    });
    expect((await send("tasks/get", { taskId })).result).toMatchObject({ taskId, status: "completed" });
    expect((await send("tasks/cancel", { taskId })).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("already ended"),
    });
  });

  test("withdraws the question with its task", async () => {
    const { send, human } = open("2025-11-25");
    const { taskId } = (await send("tools/call", { ...call, task: {} })).result.task;
    expect((await send("tasks/cancel", { taskId })).result).toMatchObject({ taskId, status: "cancelled" });
    expect((await human.get(String(taskId))).status).toBe("cancelled");
  });
});

test("a form that one server has shown is read by another with the same key, and by no other", async () => {
  const roundKey = crypto.getRandomValues(new Uint8Array(32));
  const options = { tasks: false, forms: true, session: "two-servers" };
  const [first, second] = [open("2026-07-28", { ...options, roundKey }), open("2026-07-28", { ...options, roundKey })];
  const { result } = await first.send("tools/call", call);
  expect(result.resultType).toBe("input_required");
  const filledIn = { answers: { action: "accept", content: { question_1: "SQLite" } } };
  const again = { ...call, requestState: result.requestState, inputResponses: filledIn };
  expect((await open("2026-07-28", options).send("tools/call", again)).error.code).toBe(-32602);
  expect((await second.send("tools/call", again)).result).toMatchObject({
    structuredContent: { status: "answered", answers: [{ selectedOptions: ["SQLite"] }] },
  });
});
