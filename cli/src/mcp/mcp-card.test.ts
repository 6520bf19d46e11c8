import { Client, type ClientCapabilities } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { approval } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import { createMcpServers, type McpCard } from "@yourcall/mcp";
import { createMcpHttp } from "@yourcall/mcp/http";
import { describe, expect, onTestFinished, test } from "vitest";
import { toNonce } from "../../../agents/mcp/src/card/card.ts";
import { database } from "../../../hub/src/testing/sample-questions.ts";
import { shareTestHub } from "../../../hub/src/testing/test-hub.ts";

const { kind: _, ...question } = database;
const questions = [question];
const cards: ClientCapabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const key = new Uint8Array(32).fill(7);
const hub = shareTestHub();
let count = 0;

function people(scope: "human" | "agent") {
  const client = createHubClient({ socketPath: hub().socket, token: hub().tokens[scope] });
  onTestFinished(() => client.close());
  return client;
}

function serve() {
  const [agent, human] = [people("agent"), people("human")];
  const card: McpCard = { html: async () => "<p>card</p>", key: async () => key, hub: async () => human };
  const servers = createMcpServers({ version: "1", hub: async () => agent, clock: machineClock, card });
  return { agent, human, servers };
}

/** A client and a server in this process, on a real hub. */
async function open(
  capabilities: ClientCapabilities = cards,
  { name = "chat", ...more }: { elicitation?: boolean; name?: string } = {},
) {
  const { servers, ...people } = serve();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: `${name}-${++count}`, title: "Chat", version: "2" }, { capabilities });
  await Promise.all([servers.open({ directory: "/project", ...more }).connect(far), client.connect(near)]);
  onTestFinished(async () => {
    await client.close();
    await servers.close();
  });
  const call = async (name: string, given: object) => {
    const result = await client.callTool({ name, arguments: { ...given } });
    return { ...result, data: (result.structuredContent ?? {}) as Record<string, unknown> };
  };
  return {
    ...people,
    client,
    call,
    async ask() {
      const { data, _meta } = await call("AskUserQuestion", { questions });
      return { data, given: _meta?.["yourcall/card"] as { ask: Record<string, unknown>; nonce: string } };
    },
  };
}

const sqlite = { answers: [{ question: question.question, selectedOptions: ["SQLite"] }], act: "click" };

describe("a client that shows cards", () => {
  test("is offered the card's page and the card's tool; any other client sees what it saw before", async () => {
    const { client } = await open();
    expect(client.getServerCapabilities()).toMatchObject({ resources: {} });
    const { tools } = await client.listTools();
    const uri = "ui://yourcall/card";
    expect(tools.map(({ name, _meta }) => [name, _meta?.ui])).toEqual([
      ["AskUserQuestion", { resourceUri: uri }],
      ["get_answer", undefined],
      ["list_questions", undefined],
      ["cancel_question", undefined],
      ["answer_card", { visibility: ["app"] }],
    ]);
    expect(tools[0]?._meta).toMatchObject({ "ui/resourceUri": uri, "anthropic/alwaysLoad": true });
    expect((await client.listResources()).resources).toMatchObject([{ uri, mimeType: "text/html;profile=mcp-app" }]);
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ text: "<p>card</p>", _meta: { ui: { csp: { connectDomains: [] } } } }]);
    await expect(client.readResource({ uri: "ui://yourcall/other" })).rejects.toThrow(/not found/i);

    const plain = await open({ extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/plain"] } } });
    expect(plain.client.getServerCapabilities()?.resources).toBeUndefined();
    const listed = (await plain.client.listTools()).tools;
    expect(listed.map(({ name, _meta }) => [name, _meta?.ui])).toEqual(
      ["AskUserQuestion", "get_answer", "list_questions", "cancel_question"].map((name) => [name, undefined]),
    );
    await expect(plain.client.readResource({ uri })).rejects.toThrow(/method not found/i);
    await expect(plain.call("answer_card", { id: "ask_x", nonce: "y" })).rejects.toThrow("Unknown tool");
  });

  test("gets pending at once, answers with the card, and its model gets the answer", async () => {
    const { ask, call, human } = await open({ ...cards, elicitation: { form: {} } }, { elicitation: true });
    const { data, given } = await ask();
    expect(data).toMatchObject({ status: "pending", id: given.ask.id });
    expect(given.ask).toMatchObject({ kind: "question", questions: [question] });
    const id = String(given.ask.id);
    const waiting = call("answer_card", { id, nonce: given.nonce });
    const { data: answered } = await call("answer_card", { id, nonce: given.nonce, ...sqlite });
    expect(answered).toMatchObject({ status: "ended", isAccepted: true, isAwaited: false });
    expect((await waiting).data).toMatchObject({ status: "ended", outcome: { status: "answered" } });
    const { outcome, delivery } = await human.get(id);
    expect(outcome).toMatchObject({ status: "answered", by: { surface: "Chat 2 (card)", act: "click" } });
    // Neither the answer nor the card's waiting has taken the outcome.
    expect(delivery?.state).toBe("waiting");
    expect((await call("get_answer", { id })).data).toMatchObject({
      status: "answered",
      answers: [{ selectedOptions: ["SQLite"] }],
    });
    expect((await human.get(id)).delivery?.state).toBe("taken");
  });

  test("learns that its model already waits, so that the card writes no message", async () => {
    const { ask, call, human } = await open();
    const { given } = await ask();
    const id = String(given.ask.id);
    const getting = call("get_answer", { id });
    await expect.poll(async () => (await human.get(id)).waiting.count).toBe(1);
    const { data } = await call("answer_card", { id, nonce: given.nonce, ...sqlite });
    expect(data).toMatchObject({ isAccepted: true, isAwaited: true });
    expect((await getting).data).toMatchObject({ status: "answered" });
  });

  test("declines with a reason, and a later answer finds the outcome that won", async () => {
    const { ask, call } = await open();
    const { given } = await ask();
    const card = { id: given.ask.id, nonce: given.nonce };
    await call("answer_card", { ...card, decline: { reason: "Not now." } });
    const { data } = await call("answer_card", { ...card, ...sqlite });
    expect(data).toMatchObject({ status: "ended", outcome: { status: "declined", reason: "Not now." } });
    expect(data.isAccepted).toBeUndefined();
  });
});

test("a person asks back in the card, and the agent's next call shows what was said", async () => {
  const { ask, call, client } = await open();
  const { given } = await ask();
  expect(given.ask.asksAgain).toBe(true);
  const id = String(given.ask.id);
  await call("answer_card", { id, nonce: given.nonce, decline: { asked: "How large is it?" } });
  expect((await call("get_answer", { id })).data).toMatchObject({ status: "declined", asked: "How large is it?" });
  const again = { questions, replyTo: id, reply: "Small." };
  const { _meta } = await client.callTool({ name: "AskUserQuestion", arguments: again });
  expect(_meta?.["yourcall/card"]).toMatchObject({
    ask: { thread: [{ asked: "How large is it?" }], context: "Small." },
  });
});

describe("the card's tool", () => {
  test("refuses a call without the nonce of this very question, and one with nothing chosen", async () => {
    const { ask, call, human } = await open();
    const [first, second] = [await ask(), await open().then(({ ask }) => ask())];
    const id = String(first.given.ask.id);
    for (const nonce of [undefined, "", "x".repeat(43), second.given.nonce]) {
      const { data, isError } = await call("answer_card", { id, nonce, ...sqlite });
      expect([isError, data.status]).toEqual([true, "refused"]);
    }
    const { isError } = await call("answer_card", { id, nonce: first.given.nonce, answers: [] });
    expect(isError).toBe(true);
    expect((await human.get(id)).status).toBe("pending");
  });

  test("refuses approvals, whatever the nonce", async () => {
    const { agent, human, call } = await open();
    const request = approval("Bash", { command: "rm -rf /" });
    const { id } = await agent.create(request);
    const allow = { answers: [{ question: request.questions[0]?.question, selectedOptions: ["allow-once"] }] };
    const { data } = await call("answer_card", { id, nonce: toNonce(key, id), ...allow });
    expect(data).toMatchObject({ status: "refused", message: expect.stringContaining("approval") });
    expect((await human.get(id)).status).toBe("pending");
    await human.decline(id);
  });
});

test("over HTTP, where a client of 2025-11-25 announces cards only once, each of its requests is served as such", async () => {
  const http = createMcpHttp(serve().servers);
  async function post(method: string, params: object, session?: string) {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
    };
    const response = await http(new Request("http://hub/mcp", { method: "POST", headers }), body);
    const text = await response.text();
    return { session: response.headers.get("mcp-session-id") ?? "", text };
  }
  const clientInfo = { name: "web-chat", version: "1" };
  for (const capabilities of [cards, {}]) {
    const shown = capabilities === cards;
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
    const { session, text } = await post("initialize", params);
    expect(text.includes('"resources"')).toBe(shown);
    expect((await post("tools/list", {}, session)).text.includes("answer_card")).toBe(shown);
    const read = await post("resources/read", { uri: "ui://yourcall/card" }, session);
    expect(read.text.includes("<p>card</p>")).toBe(shown);
  }
});

test("a client of 2026-07-28 announces cards with each request", async () => {
  const http = createMcpHttp(serve().servers);
  async function post(method: string, capabilities: object) {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "modern", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    };
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
    };
    const body = { jsonrpc: "2.0", id: 1, method, params: { _meta } };
    return (await http(new Request("http://hub/mcp", { method: "POST", headers }), body)).text();
  }
  for (const capabilities of [cards, {}]) {
    const shown = capabilities === cards;
    expect((await post("server/discover", capabilities)).includes('"resources"')).toBe(shown);
    expect((await post("tools/list", capabilities)).includes("answer_card")).toBe(shown);
    expect((await post("resources/list", capabilities)).includes("ui://yourcall/card")).toBe(shown);
  }
});

test("Qwen Code, which announces cards and shows none in its terminal, waits for the answer as without them", async () => {
  const { client, call, human } = await open(cards, { name: "qwen-cli-mcp-client" });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("answer_card");
  const asked = call("AskUserQuestion", { questions });
  const waiting = () => human.list({ session: "mcp:qwen:/project", status: "pending" });
  await expect.poll(async () => (await waiting()).asks.length).toBe(1);
  await human.answer((await waiting()).asks[0]?.id ?? "", { ...sqlite, act: "click" });
  expect((await asked).data).toMatchObject({ status: "answered" });
});
