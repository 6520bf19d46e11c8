import { Readable } from "node:stream";
import { createProxy } from "@yourcall/acp";
import type { AnswerBody, WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { choose } from "../../../hub/src/testing/sample-questions.ts";
import { shareTestHub } from "../../../hub/src/testing/test-hub.ts";
import { splitLines } from "./split-lines.ts";

const hub = shareTestHub();
const soonMs = 20_000;
let count = 0;

type Json = Record<string, unknown>;

function people(scope: "human" | "agent") {
  const client = createHubClient({ socketPath: hub().socket, token: hub().tokens[scope] });
  onTestFinished(() => client.close());
  return client;
}

interface Opening {
  capabilities?: Json;
  /** The version that the editor wants. */
  version?: number;
  /** The version that the agent speaks. */
  spoken?: number;
}

/** A proxy on a real hub, after `initialize`. */
function open({ capabilities = {}, version = 1, spoken = version }: Opening = {}) {
  const session = `rules-${++count}`;
  const person = people("human");
  const [toAgent, toEditor]: [string[], string[]] = [[], []];
  const timers = new Set<() => void>();
  const proxy = createProxy({
    hub: people("agent"),
    // The proxy's clock does not advance by itself.
    clock: {
      now: machineClock.now,
      after(_, act) {
        timers.add(act);
        return () => void timers.delete(act);
      },
    },
    createKey: () => crypto.randomUUID(),
    agentName: "agent",
    toAgent: (line) => void toAgent.push(String(line)),
    toEditor: (line) => void toEditor.push(String(line)),
  });
  const editor = (message: object) => proxy.fromEditor(Buffer.from(`${JSON.stringify(message)}\n`));
  const agent = (message: object) => proxy.fromAgent(Buffer.from(`${JSON.stringify(message)}\n`));
  editor({ id: 0, method: "initialize", params: { protocolVersion: version, clientCapabilities: capabilities } });
  agent({ id: 0, result: { protocolVersion: spoken } });
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
    /** Lets all the proxy's timers fire. */
    passTime() {
      for (const act of timers) act();
    },
    /** How an ask ended. */
    outcome: (ask: WireAsk | undefined) => person.wait(ask?.id ?? ""),
    /** What has arrived since the last call, parsed. */
    atAgent: () => toAgent.splice(0).map((line): Json => JSON.parse(line)),
    atEditor: () => toEditor.splice(0).map((line): Json => JSON.parse(line)),
    cancelTurn: (sessionId = session) => editor({ method: "session/cancel", params: { sessionId } }),
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

// The rules are in docs/decisions/2026-11-16-nine-rules-of-the-acp-proxy.md. tests/agents/acp-proxy.test.ts checks the others, with the command itself.
describe("rule", () => {
  test("1: lines are the bytes between two LF, in however many pieces they come", async () => {
    const bytes = Buffer.from('{"é":1}\n\r{"b":"\u2028"}\n\nrest');
    const whole = ['{"é":1}\n', '\r{"b":"\u2028"}\n', "\n", "rest"];
    for (const size of [1, 3, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const lines = splitLines(Readable.from(chunks, { objectMode: true }));
      expect((await Readable.from(lines).toArray()).map(String)).toEqual(whole);
    }
  });

  test("2: ids that differ only in type name two requests, and each direction has its own ids", async () => {
    const { permission, agent, editor, atAgent, atEditor, pending, outcome, answer } = open();
    const list = (id: unknown) => ({ jsonrpc: "2.0", id, method: "session/list" });
    const listed = (id: unknown) => ({ jsonrpc: "2.0", id, result: { sessions: [] } });
    permission(5, "first");
    permission("5", "second");
    const asks = await pending(2);
    const [first, second] = ["first", "second"].map((text) =>
      asks.find(({ questions: [one] }) => one?.question === text),
    );
    await answer(second, "no");
    await vi.waitFor(() => expect(atAgent()).toEqual([chosen("5", "no")]), soonMs);
    atEditor();
    // The editor's own requests with the same ids: one that it still has to reply to, and one whose reply would be too late.
    for (const id of [5, "5"]) {
      editor(list(id));
      agent(listed(id));
      expect([...atAgent(), ...atEditor()]).toEqual([list(id), listed(id)]);
    }
    editor(chosen("5", "yes"));
    expect(atAgent()).toEqual([]);
    editor(chosen(5, "yes"));
    expect(atAgent()).toEqual([chosen(5, "yes")]);
    expect(await outcome(first)).toMatchObject({ status: "answered", by: { act: "reported" } });
    // Only one reply comes too late.
    permission("5");
    editor(chosen("5", "yes"));
    expect(atAgent()).toEqual([chosen("5", "yes")]);
    // An id that is used again while it is open: the earlier request can no longer be answered.
    permission(6, "third");
    const [third] = await pending();
    permission(6, "fourth");
    expect(await outcome(third)).toMatchObject({ status: "cancelled", reason: "The agent asked again." });
    const [fourth] = await pending();
    await answer(fourth, "no");
    await vi.waitFor(() => expect(atAgent()).toEqual([chosen(6, "no")]), soonMs);
  });

  test("3: an editor's error is held while the hub can answer, and passed on once it cannot", async () => {
    const { permission, editor, atAgent, atEditor, pending, answer, passTime } = open();
    const error = { jsonrpc: "2.0", id: 3, error: { code: -32601, message: "no such method" } };
    permission(3);
    const [first] = await pending();
    editor(error);
    expect(atAgent()).toEqual([]);
    await answer(first, "yes");
    await vi.waitFor(() => expect(atAgent()).toEqual([chosen(3, "yes")]), soonMs);
    // There is no dialog to close, and no reply will come.
    expect(atEditor().map(({ method }) => method)).toEqual(["session/request_permission"]);
    permission(3);
    passTime();
    editor(error);
    expect(atAgent()).toEqual([error]);
  });

  test("4 and 5: a cancelled turn leaves the asks of other sessions alone, and the agent gets an answer even if the editor stays silent", async () => {
    const { permission, form, editor, atAgent, cancelTurn, pending, passTime, outcome, agent } = open();
    const given = { outcome: { outcome: "cancelled" } };
    permission(1);
    const [ask] = await pending();
    cancelTurn("another");
    passTime();
    expect(atAgent()).toMatchObject([{ method: "session/cancel" }]);
    cancelTurn();
    expect(atAgent()).toMatchObject([{ method: "session/cancel" }]);
    passTime();
    expect(atAgent()).toEqual([{ jsonrpc: "2.0", id: 1, result: given }]);
    editor(chosen(1, "yes"));
    expect(atAgent()).toEqual([]);
    expect(await outcome(ask)).toMatchObject({ status: "cancelled" });
    // If the editor does reply, its reply is the only one.
    permission(2);
    const [replied] = await pending();
    cancelTurn();
    editor({ jsonrpc: "2.0", id: 2, result: given });
    passTime();
    await outcome(replied);
    expect(atAgent()).toMatchObject([{ method: "session/cancel" }, { id: 2 }]);
    // An ask that the editor was never shown does not wait for it, and neither does one that the agent takes back.
    form(3);
    const [hidden] = await pending();
    cancelTurn();
    await outcome(hidden);
    expect(atAgent()).toMatchObject([{ method: "session/cancel" }, { id: 3, result: { action: "cancel" } }]);
    form(4);
    const [withdrawn] = await pending();
    agent({ method: "$/cancel_request", params: { requestId: 4 } });
    expect(atAgent()).toMatchObject([{ id: 4, result: { action: "cancel" } }]);
    expect(await outcome(withdrawn)).toMatchObject({ status: "cancelled", reason: "The agent withdrew it." });
  });

  test("6: an editor's reply that decides nothing passes through, and the ask ends without an answer", async () => {
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
    // An ask would have arrived before this one.
    const other = open();
    other.permission(1);
    await other.pending();
    expect((await person.list({ status: "all", session })).asks).toEqual([]);
    // The version that the agent speaks decides.
    const older = open({ version: 2, spoken: 1 });
    older.permission(1);
    await older.pending();
    const newer = open({ version: 1, spoken: 2 });
    newer.form(1);
    expect(newer.atEditor()).toMatchObject([{ id: 1 }]);
  });

  test("8: an editor that opens links is still sent them, and forms alone go to the hub", async () => {
    const { form, atEditor, initialize, pending } = open({ capabilities: { elicitation: { url: {} } } });
    expect(JSON.parse(initialize).params.clientCapabilities.elicitation).toEqual({ url: {}, form: {} });
    form(1, { mode: "url", url: "https://example.org" });
    expect(atEditor()).toMatchObject([{ id: 1 }]);
    form(2);
    await pending();
    expect(atEditor()).toEqual([]);
    // An editor that supports forms also shows them itself.
    const own = open({ capabilities: { elicitation: { form: {} } } });
    own.form(1);
    expect(own.atEditor()).toMatchObject([{ id: 1 }]);
    await own.pending();
  });
});

test("an ask includes the text that led to it, even if the agent sends that after its request", async () => {
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
