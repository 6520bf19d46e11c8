import { createHubClient } from "@yourcall/client";
import { createNodeTransport } from "@yourcall/client/node";
import { machineClock } from "@yourcall/core";
import type { WireAsk } from "@yourcall/core/internal/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTestHub } from "../../../../hub/src/testing/test-hub.ts";
import { type CodexMessage, type Script, type ScriptedCodex, startScriptedCodex } from "../testing/scripted-codex.ts";
import { listenToCodex } from "./listen.ts";

const threadId = "thread-1";
const turnId = "turn-1";
const command = {
  ...{ threadId, turnId, itemId: "call_1", command: "npm run dev", cwd: "/project" },
  availableDecisions: ["accept", "acceptForSession", "cancel"],
};
const approval = { id: 7, method: "item/commandExecution/requestApproval", params: command };
const resolved = { method: "serverRequest/resolved", params: { threadId, requestId: 7 } };
const completed = (item: object) => ({ method: "item/completed", params: { threadId, turnId, item } });

/** A Codex that works, but for what a test says. */
const working =
  (special: Record<string, () => ReturnType<Script>> = {}): Script =>
  (method) => {
    const own = special[method];
    if (own !== undefined) return own();
    if (method === "thread/loaded/list") return { result: { data: [threadId] } };
    if (method === "thread/resume") return { result: { thread: { id: threadId, cwd: "/project" } } };
    return { result: method === "thread/backgroundTerminals/list" ? { data: [] } : {} };
  };

async function listen(script: Script) {
  const codex = await startScriptedCodex(script);
  const hub = await startTestHub();
  const client = createHubClient({ transport: createNodeTransport({ url: hub.url, token: hub.tokens.agent }) });
  const refusals: string[] = [];
  const listener = listenToCodex({
    ...{ home: codex.home, version: "0.0.0", hub: client, clock: machineClock },
    listLeft: async () => [],
    look: async () => ({}),
    onRefused: (reason) => refusals.push(reason),
  });
  onTestFinished(async () => {
    await listener.stop();
    client.close();
  });
  const list = async () => (await hub.human("GET", "/v1/asks?status=all")).body.asks as WireAsk[];
  const asked = () => vi.waitUntil(async () => (await list())[0], { timeout: 10_000 });
  return {
    codex,
    listener,
    refusals,
    asked,
    /** Opens the dialog, and answers it in the hub with this option if one is given. */
    async answer(option: string, notes?: string) {
      const { id, questions } = await asked();
      const answers = [{ question: questions[0]?.question, selectedOptions: [option], notes }];
      expect((await hub.human("POST", `/v1/asks/${id}/answer`, { answers, surface: "web" })).status).toBe(200);
    },
    see: (wanted: object) => vi.waitFor(async () => expect(await list()).toMatchObject([wanted]), { timeout: 10_000 }),
  };
}

const isSubscribed = (codex: ScriptedCodex) => codex.wasSent(({ method }) => method === "thread/resume");
const isReply = ({ id, method }: CodexMessage) => id === 7 && method === undefined;
const decision = (word: string) => ({ result: { decision: word } });
const running = () => ({ result: { data: [{ itemId: "call_1" }] } });

test("a command that was allowed in Codex's window ends its ask while it runs, without the name of a choice", async () => {
  const { codex, asked, see } = await listen(working({ "thread/backgroundTerminals/list": running }));
  await isSubscribed(codex);
  codex.send(approval);
  await asked();
  codex.send(resolved);
  await see({ status: "cancelled", outcome: { reason: "Allowed in Codex." } });
});

test("a change or a call that somebody answered in Codex's window ends as answered there, if Codex says no more", async () => {
  const { codex, asked, see } = await listen(working());
  await isSubscribed(codex);
  codex.send(approval);
  await asked();
  codex.send(resolved);
  await see({ status: "cancelled", outcome: { reason: "Answered in Codex." } });
});

test("a No in Codex's window is a denial, although Codex says so a moment after the reply", async () => {
  const { codex, asked, see } = await listen(working());
  await isSubscribed(codex);
  codex.send(approval);
  await asked();
  codex.send(resolved);
  codex.send(completed({ id: "call_1", type: "commandExecution", status: "declined" }));
  codex.send({ method: "turn/completed", params: { threadId, turn: { id: turnId, status: "completed" } } });
  await see({ status: "answered", outcome: { answers: [{ selectedOptions: ["decline"] }], by: { act: "reported" } } });
});

test("a decision of the hub is taken once the command runs, also if it runs on after its turn", async () => {
  let isAllowed = false;
  const list = () => (isAllowed ? running() : { result: { data: [] } });
  const { codex, answer, see } = await listen(working({ "thread/backgroundTerminals/list": list }));
  await isSubscribed(codex);
  codex.send(approval);
  await answer("accept");
  expect(await codex.wasSent(isReply)).toMatchObject(decision("accept"));
  await see({ status: "answered", delivery: { state: "waiting" } });
  isAllowed = true;
  codex.send({ method: "turn/completed", params: { threadId, turn: { id: turnId, status: "completed" } } });
  await see({ delivery: { state: "taken" } });
});

test("a hub's Always after a reply in Codex's window is not given to Codex, and is refused", async () => {
  const { codex, asked, answer, see } = await listen(working());
  await isSubscribed(codex);
  codex.send(approval);
  await asked();
  codex.send(resolved);
  codex.send({ method: "turn/started", params: { threadId, turn: { id: turnId } } });
  await answer("acceptForSession");
  codex.send(completed({ id: "call_1", type: "commandExecution", status: "completed" }));
  await see({ status: "answered", delivery: { state: "refused", note: "allowed in Codex" } });
  expect(codex.received.some(isReply)).toBe(false);
});

test("an answer that was lost with the connection is given again", async () => {
  const { codex, answer, see } = await listen(working());
  await isSubscribed(codex);
  codex.send(approval);
  await answer("accept");
  await codex.wasSent(isReply);
  const count = codex.received.length;
  codex.breakConnections();
  await codex.wasSent(({ method }) => method === "thread/resume" && codex.received.length > count);
  await vi.waitUntil(() => codex.connections() === 1);
  codex.send(approval);
  await vi.waitUntil(() => codex.received.filter(isReply).length === 2);
  codex.send(completed({ id: "call_1", type: "commandExecution", status: "completed" }));
  await see({ delivery: { state: "taken" } });
});

test("an answer whose note broke off with the connection is given over the next one", async () => {
  let steers = 0;
  const steer = () => (++steers === 1 ? undefined : { result: {} });
  const { codex, answer, see } = await listen(working({ "turn/steer": steer }));
  await isSubscribed(codex);
  codex.send(approval);
  await answer("decline", "use mktemp");
  await vi.waitUntil(() => steers === 1, { timeout: 5000 });
  codex.breakConnections();
  await vi.waitUntil(() => codex.received.filter(({ method }) => method === "thread/resume").length === 2, {
    timeout: 5000,
  });
  codex.send(approval);
  expect(await codex.wasSent(isReply)).toMatchObject(decision("decline"));
  expect(steers).toBe(2);
  codex.send(completed({ id: "call_1", type: "commandExecution", status: "declined" }));
  await see({ delivery: { state: "taken" } });
});

test("a note that was passed on before its decision came second is not called lost", async () => {
  const gate = Promise.withResolvers<void>();
  const { codex, answer, see } = await listen(
    working({
      "turn/steer": () => {
        // Somebody answers in Codex's window while the note is on its way.
        codex.send(resolved);
        codex.send(completed({ id: "call_1", type: "commandExecution", status: "completed" }));
        gate.resolve();
        return { result: {} };
      },
    }),
  );
  await isSubscribed(codex);
  codex.send(approval);
  await answer("decline", "use mktemp");
  await gate.promise;
  await see({ delivery: { state: "refused", note: "allowed in Codex, but the note was passed on" } });
  expect(codex.received.some(isReply)).toBe(false);
});

test("an archived thread is followed again once it is active", async () => {
  const { codex } = await listen(working());
  await isSubscribed(codex);
  const status = (type: string) => ({ method: "thread/status/changed", params: { threadId, status: { type } } });
  codex.send(status("notLoaded"));
  codex.send(status("active"));
  await vi.waitUntil(() => codex.received.filter(({ method }) => method === "thread/resume").length === 2, {
    timeout: 5000,
  });
});

test("an answer to a question that Codex does not wait for is taken, although another message came first", async () => {
  const { codex, answer, see } = await listen(working());
  await isSubscribed(codex);
  const questions = [{ title: "Which?", options: ["SQLite", "PostgreSQL"] }];
  codex.send(completed({ type: "agentMessage", delivery: "async", id: "call_2", questions }));
  await answer("SQLite");
  const { params } = await codex.wasSent(({ method }) => method === "turn/start");
  const message = (clientId: string | null, content: unknown) => ({
    method: "item/completed",
    params: { threadId, turnId: "turn-2", item: { type: "userMessage", clientId, content } },
  });
  codex.send(message(null, [{ type: "text", text: "Never mind." }]));
  codex.send(message(String(params?.clientUserMessageId), params?.input));
  await see({ delivery: { state: "taken" } });
});

test.each(["initialize", "thread/loaded/list"])(
  "a Codex that refuses %s is left alone for longer each time, and its reason is given",
  async (method) => {
    const { codex, refusals } = await listen(working({ [method]: () => ({ error: "Unsupported client." }) }));
    await vi.waitUntil(() => refusals.length === 2, { timeout: 10_000 });
    expect(refusals).toEqual(["Unsupported client.", "Unsupported client."]);
    await vi.waitUntil(() => codex.connections() === 0);
  },
);

test("a Codex that never answers does not hold up a hub that stops", async () => {
  const { codex, listener } = await listen(() => undefined);
  await codex.wasSent(({ method }) => method === "initialize");
  await listener.stop();
  await vi.waitUntil(() => codex.connections() === 0);
});
