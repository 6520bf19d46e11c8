import { createProxy } from "@yourcall/acp";
import { type AnswerBody, clientClock, type WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { choose } from "../../../hub/src/testing/sample-questions.ts";
import { shareTestHub } from "../../../hub/src/testing/test-hub.ts";

const hub = shareTestHub();
const soonMs = 20_000;
let count = 0;

type Json = Record<string, unknown>;

function people(scope: "human" | "agent") {
  const client = createHubClient({ socketPath: hub().socket, token: hub().tokens[scope] });
  onTestFinished(() => client.close());
  return client;
}

/** A proxy on a real hub, after `initialize`. */
function open({ capabilities = {}, version = 1 }: { capabilities?: Json; version?: number } = {}) {
  const session = `rules-${++count}`;
  const person = people("human");
  const [toAgent, toEditor]: [string[], string[]] = [[], []];
  const proxy = createProxy({
    hub: people("agent"),
    clock: clientClock,
    createKey: () => crypto.randomUUID(),
    agentName: "agent",
    toAgent: (line) => void toAgent.push(String(line)),
    toEditor: (line) => void toEditor.push(String(line)),
  });
  const editor = (message: object) => proxy.fromEditor(Buffer.from(`${JSON.stringify(message)}\n`));
  const agent = (message: object) => proxy.fromAgent(Buffer.from(`${JSON.stringify(message)}\n`));
  editor({ id: 0, method: "initialize", params: { protocolVersion: version, clientCapabilities: capabilities } });
  agent({ id: 0, result: { protocolVersion: version } });
  const initialize = toAgent.splice(0).join("");
  toEditor.splice(0);
  const pending = (atLeast = 1) =>
    vi.waitFor(async () => {
      const { asks } = await person.list({ status: "pending", session });
      if (asks.length < atLeast) throw new Error("Not yet.");
      return asks;
    }, soonMs);
  return {
    agent,
    editor,
    proxy,
    person,
    session,
    initialize,
    pending,
    /** What has arrived since the last look, parsed. */
    atAgent: () => toAgent.splice(0).map((line): Json => JSON.parse(line)),
    atEditor: () => toEditor.splice(0).map((line): Json => JSON.parse(line)),
    permission: (id: unknown, title = "npm publish") =>
      agent({
        id,
        method: "session/request_permission",
        params: {
          sessionId: session,
          toolCall: { toolCallId: "c1", title, kind: "execute" },
          options: [
            { optionId: "yes", name: "Allow", kind: "allow_once" },
            { optionId: "no", name: "No", kind: "reject_once" },
          ],
        },
      }),
    form: (id: unknown, more: object = {}) =>
      agent({
        id,
        method: "elicitation/create",
        params: {
          sessionId: session,
          mode: "form",
          message: "Which name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          ...more,
        },
      }),
    answer: (ask: WireAsk | undefined, label: string) =>
      person.answer(ask?.id ?? "", choose(label, ask?.questions[0]) as AnswerBody),
  };
}

const chosen = (id: unknown, optionId: string) => ({
  jsonrpc: "2.0",
  id,
  result: { outcome: { outcome: "selected", optionId } },
});

// docs/decisions/2026-11-16-nine-rules-of-the-acp-proxy.md. The others are in tests/agents/acp-proxy.test.ts, with the command itself.
describe("rule", () => {
  test("2: ids that differ only in their type are two requests, and the editor's own ids are others", async () => {
    const { permission, editor, atAgent, pending, answer } = open({ capabilities: { elicitation: { form: {} } } });
    permission(5, "first");
    permission("5", "second");
    const asks = await pending(2);
    // A request of the editor with the same id.
    editor({ jsonrpc: "2.0", id: 5, method: "session/list" });
    expect(atAgent()).toEqual([{ jsonrpc: "2.0", id: 5, method: "session/list" }]);
    await answer(
      asks.find(({ questions }) => questions[0]?.question === "second"),
      "no",
    );
    await vi.waitFor(() => expect(atAgent()).toEqual([chosen("5", "no")]), soonMs);
    editor(chosen(5, "yes"));
    expect(atAgent()).toEqual([chosen(5, "yes")]);
  });

  test("6: what an editor says that decides nothing passes through, and the ask ends without an answer", async () => {
    const { permission, editor, atAgent, pending, person } = open();
    for (const result of [{}, { outcome: { outcome: "selected", optionId: "sudo" } }]) {
      permission(7);
      const [ask] = await pending();
      editor({ jsonrpc: "2.0", id: 7, result });
      expect(atAgent()).toEqual([{ jsonrpc: "2.0", id: 7, result }]);
      await vi.waitFor(async () => expect((await person.get(ask?.id ?? "")).status).toBe("cancelled"), soonMs);
    }
  });

  test("7: another version of the protocol passes through without the hub, and is not told of forms", async () => {
    const { permission, form, atEditor, atAgent, editor, initialize, person, session } = open({ version: 2 });
    expect(initialize).not.toContain("elicitation");
    permission(1);
    form(2);
    expect(atEditor().map(({ id }) => id)).toEqual([1, 2]);
    editor({ id: 2, error: { code: -32601, message: "no" } });
    expect(atAgent()).toHaveLength(1);
    // An ask would have been put before this one.
    const other = open();
    other.permission(1);
    await other.pending();
    expect((await person.list({ status: "all", session })).asks).toEqual([]);
  });

  test("8: an editor that opens links is still sent them, and forms alone go to the hub", async () => {
    const { form, atEditor, initialize, pending } = open({ capabilities: { elicitation: { url: {} } } });
    expect(JSON.parse(initialize).params.clientCapabilities.elicitation).toEqual({ url: {}, form: {} });
    form(1, { mode: "url", url: "https://example.org" });
    expect(atEditor()).toMatchObject([{ id: 1 }]);
    form(2);
    await pending();
    expect(atEditor()).toEqual([]);
  });
});

test("an ask has the words that led to it, even if the agent sends them after its request", async () => {
  const { agent, permission, pending, session } = open();
  const tell = (update: object) => agent({ method: "session/update", params: { sessionId: session, update } });
  tell({ sessionUpdate: "tool_call", toolCallId: "c1", rawInput: { command: "npm publish" } });
  permission(1);
  // As what is read next from the agent.
  await new Promise(setImmediate);
  tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "It is ready." } });
  tell({ sessionUpdate: "tool_call_update", toolCallId: "c1", rawInput: { command: "npm publish" } });
  expect(await pending()).toMatchObject([{ context: "It is ready." }]);
});
