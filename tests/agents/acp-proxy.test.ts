import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { WireAsk } from "@yourcall/client";
import { toMarks } from "@yourcall/core/internal";
import { expect, onTestFinished, test } from "vitest";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { steppingClock, stepUntil } from "../support/clocks.ts";
import { ended, waiting } from "../support/find-ask.ts";
import { startHub, type TestHub, temporaryDirectory, useHub } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";
import { root, yourcall } from "../support/terminal.ts";

/** One end of the connection: the lines that arrive, and a way to send. */
interface End {
  readonly lines: string[];
  send(message: object | string): void;
  /** The next line that arrives, parsed. */
  next(): Promise<Record<string, unknown>>;
}

function toEnd(input: Readable, output: Writable): End {
  const lines: string[] = [];
  let taken = 0;
  createInterface({ input }).on("line", (line) => lines.push(line));
  return {
    lines,
    send: (message) => void output.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    async next() {
      await expect.poll(() => lines.length).toBeGreaterThan(taken);
      return JSON.parse(lines[taken++] ?? "");
    },
  };
}

interface Between {
  editor: End;
  agent: End;
  process: ChildProcess;
  socket: Socket;
  /** How often the agent was started. */
  starts(): number;
  exited: Promise<number | null>;
}

/** `yourcall acp` with both ends controlled by the test. */
async function startProxy(env: Record<string, string>): Promise<Between> {
  const path = join(temporaryDirectory("acp"), "agent.sock");
  let starts = 0;
  const server = createServer(() => void starts++).listen(path);
  await once(server, "listening");
  const command = [yourcall, "acp", "--", process.execPath, join(root, "tests/agents/acp-relay.mjs"), path, "7"];
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const [socket] = (await once(server, "connection")) as [Socket];
  onTestFinished(async () => {
    socket.destroy();
    server.close();
    child.stdin.end();
    await exited;
  });
  return {
    editor: toEnd(child.stdout, child.stdin),
    agent: toEnd(socket, socket),
    process: child,
    socket,
    starts: () => starts,
    exited,
  };
}

/** `yourcall acp` after `initialize`, the start of a session and its first prompt. */
async function startSession(
  env: Record<string, string>,
  capabilities: object = { elicitation: { form: {} } },
  cwd = "/srv/shop",
) {
  const between = await startProxy(env);
  const { editor, agent } = between;
  const clientInfo = { name: "zed", title: "Zed", version: "1" };
  editor.send({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: 1, clientCapabilities: capabilities, clientInfo },
  });
  const initialize = await agent.next();
  agent.send({ jsonrpc: "2.0", id: 0, result: { protocolVersion: 1, agentInfo: { name: "gemini", version: "1" } } });
  await editor.next();
  editor.send({ jsonrpc: "2.0", id: 1, method: "session/new", params: { cwd, mcpServers: [] } });
  await agent.next();
  agent.send({ jsonrpc: "2.0", id: 1, result: { sessionId: "s1" } });
  await editor.next();
  const prompt = { sessionId: "s1", prompt: [{ type: "text", text: "fix the login" }] };
  editor.send({ jsonrpc: "2.0", id: 2, method: "session/prompt", params: prompt });
  await agent.next();
  return { ...between, initialize };
}

const options = [
  { optionId: "proceed_always", name: "Always allow", kind: "allow_always" },
  { optionId: "proceed_once", name: "Allow", kind: "allow_once" },
  { optionId: "weird", name: "Sudo", kind: "allow_everything" },
  { optionId: "cancel", name: "No", kind: "reject_once" },
];
const permission = (id: unknown) => ({
  jsonrpc: "2.0",
  id,
  method: "session/request_permission",
  params: {
    sessionId: "s1",
    toolCall: { toolCallId: "c1", title: "npm publish", kind: "execute", rawInput: { command: "npm publish" } },
    options,
  },
});
const form = (id: unknown) => ({
  jsonrpc: "2.0",
  id,
  method: "elicitation/create",
  params: {
    sessionId: "s1",
    mode: "form",
    message: "Which database?",
    requestedSchema: {
      type: "object",
      properties: {
        question_0: {
          type: "string",
          title: "Database",
          oneOf: [
            { const: "SQLite", title: "SQLite", description: "One file" },
            { const: "MySQL", title: "MySQL" },
          ],
        },
        question_0_custom: { type: "string", title: "Other" },
      },
    },
  },
});
const reply = (id: unknown, optionId: string) => ({
  jsonrpc: "2.0",
  id,
  result: { outcome: { outcome: "selected", optionId } },
});

function answerOf(ask: WireAsk, select: string) {
  return { answers: [{ question: ask.questions[0]?.question ?? "", selectedOptions: [select] }], surface: "web" };
}

// Each test ends its proxy, which withdraws what is still pending.
const getHub = useHub();

function envOf(hub: TestHub): Record<string, string> {
  return { YOURCALL_HOME: hub.directory };
}

test("lines pass through unchanged in both directions", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  const odd = [
    '{ "jsonrpc" : "2.0", "method":"_x/unknown" , "params": {"method":"session/request_permission"} }',
    JSON.stringify({
      ...permission(8),
      method: "_x/log",
      params: { ...permission(8).params, was: permission(8).method },
    }),
    "[1, 2]",
    "no json at all",
    '{"jsonrpc":"2.0","id":"a\\u00e9","method":"fs/read_text_file","params":{}}',
    JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { text: "ü".repeat(12_000) } }),
  ];
  for (const line of odd) agent.send(line);
  for (const line of odd) editor.send(line);
  await expect.poll(() => editor.lines.slice(-odd.length)).toEqual(odd);
  await expect.poll(() => agent.lines.slice(-odd.length)).toEqual(odd);
  // None of them was a question.
  agent.send(permission(9));
  await waiting(person);
  expect((await person.list({ status: "pending" })).asks).toHaveLength(1);
});

test("if a permission is answered on another screen, the agent continues, the editor's dialog is cancelled and its late reply dropped", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const cwd = temporaryDirectory("shop");
  mkdirSync(join(cwd, ".git"));
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/feat/login\n");
  const env = { ...envOf(hub), TMUX: "/tmp/tmux,1,0", TMUX_PANE: "%7" };
  const { editor, agent } = await startSession(env, undefined, cwd);
  const say = (text: string) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  for (const update of [
    say("I look first."),
    { sessionUpdate: "tool_call", toolCallId: "c0", title: "Read", status: "pending" },
    { sessionUpdate: "tool_call_update", toolCallId: "c0", status: "completed" },
    say("It is "),
    say("ready."),
  ])
    agent.send({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s1", update } });
  agent.send(permission("p-1"));
  const ask = await waiting(person);
  expect(ask).toMatchObject({
    kind: "approval",
    agent: { name: "gemini", session: "s1", title: "fix the login", cwd, branch: "feat/login", pane: "%7" },
    context: "It is ready.",
    approval: {
      options: [
        { id: "proceed_always", label: "Always allow", effect: "allow-always" },
        { id: "proceed_once", label: "Allow", effect: "allow-once" },
        { id: "cancel", label: "No", effect: "deny" },
      ],
    },
  });
  await person.answer(ask.id, answerOf(ask, "proceed_once"));
  expect(await agent.next()).toEqual(reply("p-1", "proceed_once"));
  await expect
    .poll(() => editor.lines.at(-1))
    .toBe('{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"p-1"}}');
  editor.send(reply("p-1", "cancel"));
  editor.send({ jsonrpc: "2.0", method: "after" });
  expect(await agent.next()).toEqual({ jsonrpc: "2.0", method: "after" });
  await expect.poll(async () => (await person.get(ask.id)).delivery?.state).toBe("taken");
});

test("the record says that what the person said of a call did not reach its agent, whose options have no place for words", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { agent } = await startSession(envOf(hub));
  agent.send(permission("p-1"));
  const ask = await waiting(person);
  const { answers, surface } = answerOf(ask, "cancel");
  await person.answer(ask.id, { answers: answers.map((each) => ({ ...each, notes: "Not on a Friday" })), surface });
  expect(await agent.next()).toEqual(reply("p-1", "cancel"));
  await expect
    .poll(async () => (await person.get(ask.id)).delivery)
    .toMatchObject({ state: "taken", note: "what you said was not passed on" });
});

test("a question of Cursor is on other screens too, and a turn that ends takes it along", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  const options = [
    { id: "a", label: "SQLite" },
    { id: "b", label: "PostgreSQL" },
  ];
  const questions = [{ id: "db", prompt: "Which database?", options, allowMultiple: false }];
  const asked = (id: string) => ({
    ...{ jsonrpc: "2.0", id, method: "cursor/ask_question" },
    params: { toolCallId: id, title: "Storage", questions },
  });
  agent.send(asked("q-1"));
  const ask = await waiting(person);
  await person.answer(ask.id, answerOf(ask, "SQLite"));
  const answers = [{ questionId: "db", selectedOptionIds: ["a"] }];
  expect(await agent.next()).toEqual({
    jsonrpc: "2.0",
    id: "q-1",
    result: { outcome: { outcome: "answered", answers } },
  });
  agent.send(asked("q-2"));
  const second = await waiting(person);
  editor.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } });
  expect(await ended(person, second.id)).toMatchObject({ status: "cancelled" });
});

test("answered in the editor, the ask ends as reported there, and the agent gets the editor's own line", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  agent.send(permission(5));
  const first = await waiting(person);
  editor.send('{"jsonrpc":"2.0", "id":5, "result":{"outcome":{"outcome":"selected","optionId":"proceed_once"}}}');
  await agent.next();
  expect(agent.lines.at(-1)).toContain('"id":5, ');
  expect(await ended(person, first.id)).toMatchObject({
    outcome: {
      status: "answered",
      by: { surface: "Zed", act: "reported" },
      answers: [{ selectedOptions: ["proceed_once"] }],
    },
    delivery: { state: "taken" },
  });
  agent.send(form(6));
  const second = await waiting(person);
  editor.send({ jsonrpc: "2.0", id: 6, result: { action: "accept", content: { question_0_custom: "DuckDB" } } });
  expect(await ended(person, second.id)).toMatchObject({
    outcome: { status: "answered", answers: [{ selectedOptions: [], customInput: "DuckDB" }] },
  });
});

test("an editor's error does not win, and the hub's answer is not followed by it", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  agent.send(permission(5));
  const ask = await waiting(person);
  editor.send({ jsonrpc: "2.0", id: 5, error: { code: -32601, message: "no such method" } });
  await person.decline(ask.id, {});
  expect(await agent.next()).toEqual(reply(5, "cancel"));
  editor.send({ jsonrpc: "2.0", method: "after" });
  expect(await agent.next()).toEqual({ jsonrpc: "2.0", method: "after" });
});

test("an ask that ends without a decision leaves the dialog to the editor, and its error is passed on", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  agent.send(permission(5));
  const first = await waiting(person);
  await person.cancel(first.id);
  agent.send(permission(6));
  const second = await waiting(person);
  editor.send(reply(5, "cancel"));
  expect(await agent.next()).toEqual(reply(5, "cancel"));
  const error = { jsonrpc: "2.0", id: 6, error: { code: -32601, message: "no such method" } };
  editor.send(error);
  await person.cancel(second.id);
  expect(await agent.next()).toEqual(error);
});

test("an agent is offered forms even if its editor has none, and they are shown only on other screens", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent, initialize } = await startSession(envOf(hub), { fs: { readTextFile: true } });
  expect(initialize.params).toMatchObject({
    clientCapabilities: { fs: { readTextFile: true }, elicitation: { form: {} } },
  });
  const seen = editor.lines.length;
  agent.send(form("f"));
  const ask = await waiting(person);
  expect(ask.questions[0]).toMatchObject({ question: "Which database?", header: "Database" });
  const answers = [{ question: "Which database?", selectedOptions: ["SQLite"], notes: "for now" }];
  await person.answer(ask.id, { answers, surface: "web" });
  expect(await agent.next()).toEqual({
    jsonrpc: "2.0",
    id: "f",
    result: { action: "accept", content: { question_0: "SQLite", question_0_custom: "for now" } },
  });
  agent.send({ ...form("u"), params: { ...form("u").params, mode: "unheard-of" } });
  expect(await agent.next()).toMatchObject({ id: "u", result: { action: "cancel" } });
  expect(editor.lines.length).toBe(seen);
});

test("a cancelled turn withdraws its asks, and an agent is not left waiting for an editor that says nothing", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { editor, agent } = await startSession(envOf(hub));
  agent.send(permission(5));
  const ask = await waiting(person);
  editor.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId: "s1" } });
  expect(await agent.next()).toMatchObject({ method: "session/cancel" });
  expect(await ended(person, ask.id)).toMatchObject({ status: "cancelled" });
  expect(await agent.next()).toEqual({ jsonrpc: "2.0", id: 5, result: { outcome: { outcome: "cancelled" } } });
  editor.send(reply(5, "proceed_once"));
  editor.send({ jsonrpc: "2.0", method: "after" });
  expect(await agent.next()).toEqual({ jsonrpc: "2.0", method: "after" });
});

test("a request that the agent withdraws, or that is open when its turn or process ends, leaves the inbox", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { agent, socket, starts, exited } = await startSession(envOf(hub));
  agent.send(permission(5));
  const first = await waiting(person);
  agent.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 5 } });
  expect(await ended(person, first.id)).toMatchObject({ outcome: { reason: "The agent withdrew it." } });
  agent.send(permission(6));
  const second = await waiting(person);
  agent.send({ jsonrpc: "2.0", id: 2, result: { stopReason: "end_turn" } });
  expect(await ended(person, second.id)).toMatchObject({ outcome: { reason: "The agent's turn has ended." } });
  agent.send(permission(7));
  const third = await waiting(person);
  socket.destroy();
  expect(await exited).toBe(7);
  expect(starts()).toBe(1);
  expect(await ended(person, third.id)).toMatchObject({ outcome: { reason: "The agent has ended." } });
});

test("what was allowed until the end of a session ends with its agent", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { agent, socket, exited } = await startSession(envOf(hub));
  agent.send(permission(5));
  const ask = await waiting(person);
  const grant = { covers: { kind: "input" }, where: "session" } as const;
  await person.answer(ask.id, { ...answerOf(ask, "proceed_once"), act: "click", grant });
  await agent.next();
  expect(await person.listGrants()).toMatchObject([{ where: { kind: "session", session: "s1" } }]);
  agent.send(permission(6));
  expect(await agent.next()).toMatchObject(reply(6, "proceed_once"));
  socket.destroy();
  await exited;
  expect(await person.listGrants()).toEqual([]);
});

test("an editor that is gone takes the agent and its question with it", async () => {
  const hub = await getHub();
  const person = hub.client("human");
  const { agent, process: proxy, socket, exited } = await startSession(envOf(hub));
  agent.send(permission(5));
  const ask = await waiting(person);
  const left = once(socket, "close");
  for (const end of [proxy.stdin, proxy.stdout]) end?.destroy();
  await exited;
  await left;
  expect(await ended(person, ask.id)).toMatchObject({ status: "cancelled" });
});

test("it starts a hub and, if that is killed, another one, and the answer still reaches the agent", async () => {
  const directory = homeOfBackgroundHub("acp-hub");
  const { agent } = await startSession({ YOURCALL_HOME: directory });
  agent.send(permission(5));
  const before = await hubIn(directory);
  const ask = await waiting(await humanClientIn(directory));
  process.kill(before.pid, "SIGKILL");
  await hubIn(directory, before);
  const person = await humanClientIn(directory);
  await person.answer(ask.id, answerOf(ask, "cancel"));
  expect(await agent.next()).toEqual(reply(5, "cancel"));
});

test("without a hub the editor works as if it talked to the agent directly, and a form that nobody can see is cancelled", async () => {
  const env = { YOURCALL_URL: "http://127.0.0.1:9", YOURCALL_TOKEN: "x", ...steppingClock(1000) };
  const { editor, agent, process: proxy } = await startSession(env, {});
  agent.send(permission(5));
  expect(await editor.next()).toEqual(permission(5));
  editor.send(reply(5, "proceed_once"));
  expect(await agent.next()).toEqual(reply(5, "proceed_once"));
  agent.send(form(6));
  const said = agent.next();
  await stepUntil(proxy.pid ?? 0, said);
  expect(await said).toEqual({ jsonrpc: "2.0", id: 6, result: { action: "cancel" } });
});

test("a command that cannot be started, or is missing, is reported in one line", async () => {
  const hub = await getHub();
  expect(await hub.run(["acp", "--", "no-such-agent"])).toMatchObject({
    code: 1,
    stderr: 'yourcall: There is no program "no-such-agent". Install it, or give its path.\n',
  });
  expect(await hub.run(["acp"])).toMatchObject({
    code: 2,
    stderr: "yourcall: Name the agent's command: yourcall acp -- gemini --acp\n",
  });
});

/** How `yourcall acp` ends with this shell script as its agent, while the editor stays. */
async function runAgent(script: string, act: (proxy: ChildProcess) => void = () => {}) {
  const child = spawn(process.execPath, [yourcall, "acp", "--", "sh", "-c", script], {
    env: { ...process.env, ...steppingClock(1000) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  act(child);
  await stepUntil(child.pid ?? 0, exited);
  return { code: (await exited)[0], pid: Number(String(said)) };
}

test.each([
  ["that exits", "echo $$; exit 7", 7],
  ["that is killed", "echo $$; kill -KILL $$", 137],
  // The process has left the agent's group and holds its output open.
  ["whose process outlives it", `setsid sh -c 'echo $$; exec sleep 20' & sleep 0.5; exit 7`, 7],
])("an agent %s gives yourcall acp its exit code, at once", async (_, script, expected) => {
  const started = Date.now();
  const { code, pid } = await runAgent(script);
  if (script.includes("setsid")) process.kill(pid, "SIGKILL");
  expect(code).toBe(expected);
  expect(Date.now() - started).toBeLessThan(15_000);
});

test("an agent that ignores SIGTERM is ended with what it started when yourcall acp is", async () => {
  const { code, pid } = await runAgent(`trap "" TERM; sleep 22 & echo $!; wait; sleep 22`, (proxy) =>
    proxy.kill("SIGTERM"),
  );
  expect(code).toBe(137);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("an approval whose proxy was killed together with the hub is marked as left by its agent", async () => {
  const hub = await startHub();
  const { agent, process: proxy, exited } = await startSession(envOf(hub));
  agent.send(permission(5));
  const { id } = await waiting(hub.client("human"));
  proxy.kill("SIGKILL");
  await Promise.all([hub.stop("SIGKILL"), exited]);
  const next = await hub.restart();
  const left = await next.client("human").get(id);
  expect(left.waiting.count).toBe(0);
  expect(toMarks(left, Date.now() + 61_000)).toContain("agent gone");
  // The agent's own choices, as `answer --select` takes them.
  expect((await next.run(["show", id])).stdout).toContain("\n  Allow  (proceed_once)\n");
  expect((await next.run(["answer", id, "--select", "Allow"])).code).toBe(0);
});
