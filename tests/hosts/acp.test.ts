import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type AgentEvent, createAcpAgent } from "@yourcall/acp";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { type ChatCompletions, type ChatTurn, startChatCompletions } from "../support/chat-completions.ts";
import { ended, waiting } from "../support/find-ask.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { startMessagesApi } from "../support/messages-api.ts";
import { isAlive, readOf } from "../support/processes.ts";
import { yourcall } from "../support/terminal.ts";

type Message = Record<string, unknown> & { id?: unknown; method?: string; params?: Params; result?: Params };
type Params = Record<string, unknown> & { sessionId?: string };
// Only for what hangs: large programs on a busy machine.
const patience = { timeout: 120_000, interval: 100 };
const programs = join(import.meta.dirname, "node_modules");

/** An agent, what it is told to do, and what its model heard. */
interface Agent {
  command: string[];
  env: Record<string, string>;
  cwd: string;
  prompt: string;
  /** The result of a call, as the model got it. */
  heard(id: string): Promise<string>;
  /** The pictures in its last request, as base64. */
  seen?(): unknown[];
  /** Its last request. */
  told?(): string;
  turns(): number;
}

const question = {
  questions: [
    {
      question: "Which database?",
      header: "Database",
      multiSelect: false,
      options: [
        { label: "SQLite", description: "One file" },
        { label: "MySQL", description: "A server" },
      ],
    },
  ],
};

async function claude(): Promise<Agent> {
  const cwd = temporaryDirectory("acp-claude");
  const api = await startMessagesApi({
    all: [
      [{ tool: "AskUserQuestion", id: "toolu_question", input: question }],
      [{ tool: "Write", id: "toolu_write", input: { file_path: join(cwd, "w.txt"), content: "one\n" } }],
      ["Done."],
    ],
    write: [
      [{ tool: "Write", id: "toolu_write", input: { file_path: join(cwd, "w.txt"), content: "one\n" } }],
      ["Done."],
    ],
  });
  onTestFinished(() => api.stop());
  return {
    command: [process.execPath, join(programs, "@agentclientprotocol/claude-agent-acp/dist/index.js")],
    env: {
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CONFIG_DIR: join(cwd, ".config"),
      // Claude Code wants to hear from root that it is in a sandbox.
      IS_SANDBOX: "1",
    },
    cwd,
    prompt: "[all] go",
    heard: async (id) => (await api.resultOf(id)).text,
    seen: () =>
      (api.requests.at(-1)?.messages ?? [])
        .flatMap(({ content }) => (typeof content === "string" ? [] : content))
        .flatMap((block) => ("source" in block ? [(block.source as { data?: unknown }).data] : [])),
    told: () => JSON.stringify(api.requests.at(-1)?.messages),
    turns: () => api.requests.length,
  };
}

async function openCode(): Promise<Agent> {
  const cwd = temporaryDirectory("acp-opencode");
  const script: ChatTurn[] = [
    { tool: "bash", id: "call_1", input: { command: "touch ran.txt", description: "Leave a mark" } },
    "Done.",
  ];
  const model = await startChatCompletions(script);
  onTestFinished(() => model.stop());
  const config = {
    $schema: "https://opencode.ai/config.json",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        name: "Scripted",
        options: { baseURL: model.url, apiKey: "none" },
        models: { m: { name: "m" } },
      },
    },
    model: "scripted/m",
    small_model: "scripted/m",
    permission: { bash: "ask", edit: "ask" },
    autoupdate: false,
    share: "disabled",
    snapshot: false,
  };
  writeFileSync(join(cwd, "opencode.json"), JSON.stringify(config));
  const home = join(cwd, ".home");
  mkdirSync(home);
  return {
    command: [join(programs, "opencode-linux-x64/bin/opencode"), "acp"],
    env: {
      ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home },
      // Lists of models, a newer version, types for plugins.
      ...{ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1", npm_config_offline: "true" },
    },
    cwd,
    prompt: "go",
    heard: (id) => heardBy(model, id),
    turns: () => model.turns,
  };
}

async function qwen(): Promise<Agent> {
  const cwd = temporaryDirectory("acp-qwen");
  const ask = (id: string): ChatTurn => ({ tool: "ask_user_question", id, input: question });
  const model = await startChatCompletions([ask("call_1"), ask("call_2"), "Done."]);
  onTestFinished(() => model.stop());
  mkdirSync(join(cwd, ".qwen"));
  const settings = { security: { auth: { selectedType: "openai" } }, privacy: { usageStatisticsEnabled: false } };
  writeFileSync(join(cwd, ".qwen/settings.json"), JSON.stringify(settings));
  const entry = join(programs, "@qwen-code/qwen-code/cli-entry.js");
  return {
    command: [process.execPath, entry, "--acp", "--approval-mode", "default"],
    env: { HOME: cwd, OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url, OPENAI_MODEL: "m" },
    cwd,
    prompt: "go",
    heard: (id) => heardBy(model, id),
    turns: () => model.turns,
  };
}

/** What the model was told about a call, once it has been. */
function heardBy(model: ChatCompletions, id: string): Promise<string> {
  return vi.waitFor(
    () => {
      const text = model.resultOf(id);
      if (text === undefined) throw new Error("The model was not told.");
      return text;
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** An editor that shows what the agent asks of it to `settle`, which may leave it open. */
interface Editor {
  readonly seen: Message[];
  readonly process: ChildProcess;
  /** Resolves with how the turn ended. */
  readonly turn: Promise<Message>;
  reply(id: unknown, result: object): void;
  cancel(): void;
  readonly exited: Promise<unknown>;
}

async function startEditor(
  { command, env, cwd, prompt }: Agent,
  {
    hub,
    forms = true,
    settle,
  }: { hub?: Pick<TestHub, "directory">; forms?: boolean; settle?: (message: Message) => Promise<object> },
): Promise<Editor> {
  const through = hub === undefined ? command : [process.execPath, yourcall, "acp", "--", ...command];
  const [program = "", ...args] = through;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, ...(hub === undefined ? {} : { YOURCALL_HOME: hub.directory }) },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await exited;
    clearTimeout(timer);
  });
  child.stdin.on("error", () => {});
  const seen: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let last = 0;
  const call = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      send({ id: last, method, params });
    });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: Message = JSON.parse(line);
    seen.push(message);
    if (message.method === undefined) waiting.get(message.id)?.(message);
    else if (message.id !== undefined) {
      void settle?.(message).then((result) => send({ id: message.id, result }));
    }
  });
  const clientCapabilities = forms ? { elicitation: { form: {} } } : {};
  const clientInfo = { name: "editor", title: "Test Editor", version: "1" };
  await call("initialize", { protocolVersion: 1, clientCapabilities, clientInfo });
  const { result } = await call("session/new", { cwd, mcpServers: [] });
  const sessionId = result?.sessionId;
  const turn = call("session/prompt", { sessionId, prompt: [{ type: "text", text: prompt }] });
  return {
    seen,
    process: child,
    turn,
    exited,
    reply: (id, answer) => send({ id, result: answer }),
    cancel: () => send({ method: "session/cancel", params: { sessionId } }),
  };
}

const requestsIn = (seen: Message[]) => seen.filter(({ id, method }) => id !== undefined && method !== undefined);

async function answer(
  person: HubClient,
  ask: WireAsk,
  label: string,
  attachments: { hash: string }[] = [],
  notes?: string,
): Promise<void> {
  const answers = [{ question: ask.questions[0]?.question ?? "", selectedOptions: [label], attachments, notes }];
  await person.answer(ask.id, { answers, surface: "web" });
}

const idOf = (ask: WireAsk, effect: string) =>
  ask.approval?.options?.find((option) => option.effect === effect)?.id ?? "";

const kindOf = ({ method, params }: Message) =>
  [method ?? "a reply", (params?.update as Params | undefined)?.sessionUpdate ?? ""].join(" ");

/**
 * What two runs of the same agent have in common. Messages of one kind are kept in their order; the agent itself may send its text
 * before or after a call that it makes at the same time.
 */
function comparable(seen: Message[]): unknown[] {
  const names = new Map<string, string>();
  const rename = (_: string, value: unknown) => {
    if (typeof value === "number" && value > 1e9) return "a time";
    if (typeof value !== "string" || !/^[\w-]*[0-9a-f-]{16,}$|^(ses|msg|prt)_|^\d{4}-\d\d-\d\dT/.test(value))
      return value;
    if (!names.has(value)) names.set(value, `name-${names.size}`);
    return names.get(value);
  };
  const isSteady = ({ method, params }: Message) =>
    method !== "session/update" ||
    !["usage_update", "available_commands_update", "session_info_update", "config_option_update"].includes(
      String((params?.update as Params | undefined)?.sessionUpdate),
    );
  const ordered = seen.filter(isSteady).toSorted((a, b) => kindOf(a).localeCompare(kindOf(b)));
  return ordered.map((message) => JSON.parse(JSON.stringify(message, rename)));
}

function allow(message: Message): object {
  if (message.method === "elicitation/create") return { action: "accept", content: { question_0: "MySQL" } };
  const options = (message.params?.options ?? []) as { optionId: string; kind: string }[];
  const optionId = options.find(({ kind }) => kind === "allow_once")?.optionId;
  return { outcome: { outcome: "selected", optionId } };
}

describe.each([
  { name: "claude-agent-acp", start: claude, calls: ["toolu_question", "toolu_write"] },
  { name: "OpenCode", start: openCode, calls: ["call_1"] },
])("$name through yourcall acp", ({ start, calls }) => {
  test("an editor that answers everything itself sees the same traffic as without it, and its answers are in the log", async () => {
    const hub = await startHub();
    const plain = await start();
    const direct = await startEditor(plain, { settle: async (message) => allow(message) });
    await direct.turn;
    const proxied = await start();
    const person = hub.client("human");
    // A person is not faster than the hub.
    const settle = async (message: Message) => {
      await waiting(person);
      return allow(message);
    };
    const through = await startEditor(proxied, { hub, settle });
    await through.turn;
    const place = (text: string, agent: Agent) => text.replaceAll(agent.cwd, "CWD");
    expect(JSON.parse(place(JSON.stringify(comparable(through.seen)), proxied))).toEqual(
      JSON.parse(place(JSON.stringify(comparable(direct.seen)), plain)),
    );
    for (const id of calls) expect(place(await proxied.heard(id), proxied)).toBe(place(await plain.heard(id), plain));
    await expect.poll(async () => (await person.list({ status: "ended" })).asks.length).toBe(calls.length);
    const { asks } = await person.list({ status: "ended" });
    for (const { outcome, delivery } of asks) {
      expect(outcome).toMatchObject({ status: "answered", by: { surface: "Test Editor", act: "reported" } });
      expect(delivery?.state).toBe("taken");
    }
  });

  test("what is decided on another screen is what the agent does, and the editor's dialogs are cancelled", async () => {
    const hub = await startHub();
    const person = hub.client("human");
    const agent = await start();
    const editor = await startEditor(agent, { hub, forms: false });
    if (calls.length > 1) {
      const ask = await waiting(person);
      expect(ask.questions[0]).toMatchObject({ question: "Which database?", header: "Database" });
      await answer(person, ask, "SQLite");
      expect(await agent.heard("toolu_question")).toContain('"Which database?"="SQLite"');
    }
    const ask = await waiting(person);
    await answer(person, ask, idOf(ask, "allow-once"));
    await editor.turn;
    expect(existsSync(join(agent.cwd, calls.length > 1 ? "w.txt" : "ran.txt"))).toBe(true);
    const cancelled = editor.seen.filter(({ method }) => method === "$/cancel_request");
    expect(cancelled.map(({ params }) => params?.requestId)).toEqual(requestsIn(editor.seen).map(({ id }) => id));
  });

  test("a denial, a cancelled turn and an editor that ends: nothing runs, and nothing is left in the inbox", async () => {
    const hub = await startHub();
    const person = hub.client("human");
    const agent = await start();
    agent.prompt = calls.length > 1 ? "[write] go" : "go";
    const made = join(agent.cwd, calls.length > 1 ? "w.txt" : "ran.txt");

    const denied = await startEditor(agent, { hub });
    const first = await waiting(person);
    await answer(person, first, idOf(first, "deny"));
    await denied.turn;
    expect(existsSync(made)).toBe(false);

    const cancelled = await startEditor(agent, { hub });
    const second = await waiting(person);
    cancelled.cancel();
    expect((await cancelled.turn).result).toMatchObject({ stopReason: "cancelled" });
    expect(await ended(person, second.id)).toMatchObject({ status: "cancelled" });
    expect(existsSync(made)).toBe(false);

    const killed = await startEditor(agent, { hub });
    const third = await waiting(person);
    killed.process.kill("SIGTERM");
    await killed.exited;
    expect(await ended(person, third.id)).toMatchObject({ status: "cancelled" });
  });

  test("if the hub is killed while a question waits, the editor's answer counts, and the next hub hears of it", async () => {
    const directory = homeOfBackgroundHub("acp-killed");
    const agent = await start();
    agent.prompt = calls.length > 1 ? "[write] go" : "go";
    const editor = await startEditor(agent, { hub: { directory } });
    const before = await hubIn(directory);
    const ask = await waiting(await humanClientIn(directory));
    process.kill(before.pid, "SIGKILL");
    const shown = requestsIn(editor.seen).at(-1);
    editor.reply(shown?.id, allow(shown ?? {}));
    await editor.turn;
    expect(existsSync(join(agent.cwd, calls.length > 1 ? "w.txt" : "ran.txt"))).toBe(true);
    await hubIn(directory, before);
    expect(await ended(await humanClientIn(directory), ask.id)).toMatchObject({
      outcome: { status: "answered", by: { surface: "Test Editor", act: "reported" } },
    });
  });
});

/** The processes that work in the agent's directory: the proxy, the agent and what it started. */
function processesIn({ cwd }: Agent): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cwd && isAlive(pid);
      } catch {
        return false;
      }
    });
}

/** The agent itself. */
function pidOf(agent: Agent): number {
  const isIt = (pid: number) => readOf(pid, "cmdline").startsWith(`${agent.command.join("\0")}\0`);
  const pid = processesIn(agent).find(isIt);
  if (pid === undefined) throw new Error("The agent does not run.");
  return pid;
}

describe.each([
  { name: "claude-agent-acp", start: claude, calls: ["toolu_question", "toolu_write"], made: "w.txt" },
  { name: "OpenCode", start: openCode, calls: ["call_1"], made: "ran.txt" },
])("$name", ({ start, calls, made }) => {
  test.each(["before it asks", "while it asks", "once it has its answer"])(
    "killed %s, or left by its editor then: no process stays, no question, and nothing was done",
    async (point) => {
      const hub = await startHub();
      const person = hub.client("human");
      for (const victim of ["agent", "editor"]) {
        const agent = await start();
        agent.prompt = calls.length > 1 ? "[write] go" : "go";
        const { process: proxy, exited } = await startEditor(agent, { hub });
        if (point !== "before it asks") {
          const ask = await waiting(person);
          if (point !== "while it asks") await answer(person, ask, idOf(ask, "deny"));
        }
        if (victim === "agent") process.kill(pidOf(agent), "SIGKILL");
        else for (const end of [proxy.stdin, proxy.stdout]) end?.destroy();
        await exited;
        await vi.waitFor(() => expect(processesIn(agent)).toEqual([]), patience);
        await vi.waitFor(async () => expect((await person.list({ status: "pending" })).asks).toEqual([]), patience);
        expect(existsSync(join(agent.cwd, made))).toBe(false);
      }
    },
  );

  test("asks the next hub if the hub is killed before it asks, or once it has its answer", async () => {
    const directory = homeOfBackgroundHub("acp-next");
    const first = await startHub({ directory });
    const agent = await start();
    agent.prompt = calls.length > 1 ? "[write] go" : "go";
    const editor = await startEditor(agent, { hub: first });
    const before = await hubIn(directory);
    process.kill(before.pid, "SIGKILL");
    const next = await hubIn(directory, before);
    const person = await humanClientIn(directory);
    const ask = await waiting(person);
    await answer(person, ask, idOf(ask, "allow-once"));
    await vi.waitFor(async () => expect((await person.get(ask.id)).delivery?.state).toBe("taken"), patience);
    process.kill(next.pid, "SIGKILL");
    expect((await editor.turn).result).toMatchObject({ stopReason: "end_turn" });
    expect(existsSync(join(agent.cwd, made))).toBe(true);
  });

  test("driven by createAcpAgent asks, is stopped, and is continued after a crash", async () => {
    const hub = await startHub();
    const person = hub.client("human");
    const { command, cwd, env, prompt, heard, seen, told, ...rest } = await start();
    const asker = hub.client("agent");
    const agent = createAcpAgent({ command, cwd, env: { ...process.env, ...env }, asker });
    onTestFinished(() => agent.close());
    const play = async (run: AsyncIterable<AgentEvent>) => {
      const events: AgentEvent[] = [];
      for await (const event of run) events.push(event);
      return events;
    };
    const played = play(agent.run(prompt));
    const asksQuestions = calls.length > 1;
    const data = toPng(48, 32).toString("base64");
    if (asksQuestions) {
      const ask = await waiting(person);
      await answer(person, ask, "SQLite", [await person.addPicture(ask.id, { data })]);
      expect(await heard("toolu_question")).toContain('"Which database?"="SQLite"');
    }
    const allowed = await waiting(person);
    await answer(person, allowed, idOf(allowed, "allow-once"));
    const events = await played;
    // Claude says the second to the picture, which is in its next prompt.
    expect(events.at(-1)).toMatchObject({ type: "done", text: asksQuestions ? "Done.\n\nThe end." : "Done." });
    if (asksQuestions) expect(seen?.()).toEqual([data]);
    expect(events.filter(({ type }) => type === "ask_user")).toHaveLength(calls.length);
    expect(existsSync(join(cwd, made))).toBe(true);
    rmSync(join(cwd, made));

    const again = asksQuestions ? "[write] go" : "go";
    if (told !== undefined) {
      const denied = play(agent.run(again));
      const write = await waiting(person);
      await answer(person, write, idOf(write, "deny"), [], "Not on a Friday");
      expect((await denied).at(-1)).toMatchObject({ type: "done" });
      expect(told()).toContain("They say: Not on a Friday");
      expect(existsSync(join(cwd, made))).toBe(false);
    }

    const stop = new AbortController();
    const stopped = play(agent.run(again, { signal: stop.signal }));
    const left = await waiting(person);
    stop.abort();
    expect((await stopped).at(-1)).toMatchObject({ type: "error", error: { code: "aborted" } });
    expect(await ended(person, left.id)).toMatchObject({ status: "cancelled" });

    const run = agent.run(again);
    const crashed = play(run);
    const lost = await waiting(person);
    process.kill(pidOf({ command, cwd, env, prompt, heard, ...rest }), "SIGKILL");
    expect((await crashed).at(-1)).toMatchObject({
      type: "error",
      error: { message: expect.stringContaining("ended by SIGKILL") },
    });
    expect(await ended(person, lost.id)).toMatchObject({ status: "cancelled" });
    expect(existsSync(join(cwd, made))).toBe(false);
    expect((await play(agent.resume(run.id, "[end] and now?"))).at(-1)).toMatchObject({ type: "done" });
  });
});

test("Qwen's questions, which come as permission requests, are questions on other screens and in the log", async () => {
  const hub = await startHub();
  const person = hub.client("human");
  const agent = await qwen();
  const editor = await startEditor(agent, { hub });
  const first = await waiting(person);
  expect(first).toMatchObject({ kind: "question", agent: { name: "Qwen Code", cwd: agent.cwd } });
  expect(first.questions[0]).toMatchObject({ question: "Which database?", header: "Database" });
  await answer(person, first, "MySQL");
  expect(await agent.heard("call_1")).toContain("**Database**: MySQL");
  const second = await waiting(person);
  const shown = requestsIn(editor.seen).at(-1);
  editor.reply(shown?.id, { outcome: { outcome: "selected", optionId: "proceed_once" }, answers: { "0": "SQLite" } });
  expect(await agent.heard("call_2")).toContain("**Database**: SQLite");
  expect((await ended(person, second.id)).outcome).toMatchObject({
    answers: [{ selectedOptions: ["SQLite"] }],
    by: { surface: "Test Editor", act: "reported" },
  });
  expect((await editor.turn).result).toMatchObject({ stopReason: "end_turn" });
});
