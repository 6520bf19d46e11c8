import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type AcpAgent, type AcpAgentOptions, type AgentEvent, createAcpAgent } from "@yourcall/acp";
import { createScriptedPerson, type ScriptedAct } from "@yourcall/core/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { steppingClock, stepUntil } from "../support/clocks.ts";
import { waiting } from "../support/find-ask.ts";
import { startHub } from "../support/hub.ts";
import { isAlive } from "../support/processes.ts";
import { openTerminal, root, yourcall } from "../support/terminal.ts";

const command = [process.execPath, join(root, "tests/agents/acp-scripted.mjs")];

function open(options: Partial<AcpAgentOptions> = {}): AcpAgent {
  const agent = createAcpAgent({ command, cwd: root, ...options });
  onTestFinished(() => agent.close());
  return agent;
}

async function play(
  run: AsyncIterable<AgentEvent>,
  see: (event: AgentEvent) => unknown = () => {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) {
    events.push(event);
    see(event);
  }
  return events;
}

const textOf = (events: AgentEvent[]) => events.flatMap((event) => (event.type === "text" ? event.text : [])).join("");
const failureOf = (events: AgentEvent[]) => events.flatMap((event) => (event.type === "error" ? event.error : []))[0];

describe("an ACP agent", () => {
  test("reports what it does with the same events as every agent, whatever it sends", async () => {
    const agent = open();
    expect(await play(agent.run("tools"))).toEqual([
      { type: "tool_start", id: "plan-1", name: "plan", input: { steps: 2 } },
      { type: "tool_result", id: "plan-1", name: "plan", result: { text: "[x] Read\n[ ] Write", isError: false } },
      { type: "tool_start", id: "t1", name: "Read a.txt", input: { path: "a.txt" } },
      { type: "tool_result", id: "t1", name: "Read a.txt", result: { text: "one", isError: false } },
      { type: "tool_start", id: "t2", name: "Never ends", input: undefined },
      { type: "text", text: "All " },
      { type: "text", text: "read." },
      { type: "tool_result", id: "t2", name: "Never ends", result: { text: "", isError: false } },
      { type: "done", text: "All read." },
    ]);
    expect(textOf(await play(agent.run("files")))).toBe("-32601");
  });

  test("takes pictures and another model, and reports what can be chosen and what was used to a host with a window", async () => {
    let model: string | undefined;
    const agent = open({ window: true, model: () => model });
    const first = agent.run("Look", { pictures: [{ type: "image/png", bytes: Buffer.from("abc") }] });
    const events = await play(first);
    expect(textOf(events)).toBe("You said: Look with image/png YWJj");
    expect(events[0]).toEqual({
      type: "settings",
      model: "Small",
      models: [
        { id: "small", name: "Small" },
        { id: "large", name: "Large" },
      ],
      modes: ["default", "default", "Default", "plan", "Plan"],
      takesPictures: true,
      continuesSessions: true,
    });
    model = "large";
    const second = await play(agent.resume(first.id, "cost"));
    expect(second.filter(({ type }) => type === "settings")).toMatchObject([
      { model: "Large" },
      { totalCostUsd: 0.25 },
      { totalCostUsd: 0.5 },
    ]);
  });

  test("takes another model of an agent from before models were a setting", async () => {
    let model: string | undefined;
    const agent = open({ window: true, model: () => model, command: [...command, "--earlier-models"] });
    const first = agent.run("Hello");
    expect((await play(first))[0]).toMatchObject({
      model: "Small",
      models: [
        { id: "small", name: "Small" },
        { id: "large", name: "Large" },
      ],
    });
    model = "large";
    const second = await play(agent.resume(first.id, "model"));
    expect(second.find(({ type }) => type === "settings")).toMatchObject({ model: "Large" });
    expect(textOf(second)).toBe("large");
  });

  test("asks the person with its own options and forms, and nothing is allowed without them", async () => {
    const acts: ScriptedAct[] = [{ select: "ok" }, { decline: "no" }, { select: ["Auth"], other: "Logs, all" }];
    const asker = createScriptedPerson([() => acts.shift()]);
    const agent = open({ asker });
    const events = await play(agent.run("permission"));
    expect(events.find(({ type }) => type === "ask_user")).toMatchObject({
      id: "c1",
      kind: "approval",
      approval: { tool: "execute", input: { command: "npm publish" }, options: [{ id: "ok" }, { id: "no" }] },
    });
    expect(textOf(events)).toBe('{"outcome":{"outcome":"selected","optionId":"ok"}}');
    expect(textOf(await play(agent.run("permission")))).toContain('"optionId":"no"');
    expect(textOf(await play(agent.run("form")))).toBe(
      '{"action":"accept","content":{"question_0":["Auth"],"question_0_custom":"Logs, all"}}',
    );
    expect(textOf(await play(open().run("permission")))).toContain('"optionId":"no"');
  });

  test("gets the picture of an answer with the next prompt of its turn, byte for byte, if it takes pictures", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    for (const [more, takes] of [[[], true] as const, [["--no-pictures"], false] as const]) {
      const events = play(open({ asker: hub.client("agent"), command: [...command, ...more] }).run("database"));
      const { id, questions } = await waiting(human);
      const { hash } = await human.addPicture(id, { data: toPng(48, 32).toString("base64"), name: "sketch.png" });
      const answers = [
        { question: questions[0]?.question ?? "", selectedOptions: ["SQLite"], attachments: [{ hash }] },
      ];
      await human.answer(id, { answers, act: "click" });
      const said = textOf(await events);
      const [first, ...rest] = said.split("\n\n");
      expect(first).toBe('{"action":"accept","content":{"database":"SQLite"}}');
      const [, words, data = ""] = /^You said: (.*) with image\/png (.*)$/s.exec(rest.join("\n\n")) ?? [];
      if (!takes) expect(rest).toEqual([]);
      else
        expect([words, createHash("sha256").update(Buffer.from(data, "base64")).digest("hex")]).toEqual([
          `The user's answer to "${questions[0]?.question}" came with this picture: sketch.png (PNG, 48 × 32, 1 KB)`,
          hash,
        ]);
    }
  });

  test("is told what the person says of a plan with a prompt that follows its turn, also if it ended that turn", async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const review = [{ from: 2, to: 2, quote: "Drop all sessions", comment: "Copy them" }];
    for (const chosen of ["no", "ok"]) {
      const events = play(open({ asker: hub.client("agent") }).run("plan"));
      const { id, questions } = await waiting(human);
      const answers = [{ question: questions[0]?.question ?? "", selectedOptions: [chosen], review }];
      await human.answer(id, { answers, act: "click" });
      const said = textOf(await events);
      expect(said).toContain(
        chosen === "no"
          ? "The user denied this call: ExitPlanMode was not run."
          : "Started.\n\nYou said: ExitPlanMode:",
      );
      expect(said).toContain("Line 2:\n  > Drop all sessions\n  Copy them");
    }
    const silent = play(open({ asker: createScriptedPerson([() => ({ select: "no" })]) }).run("permission"));
    expect(textOf(await silent)).toBe('{"outcome":{"outcome":"selected","optionId":"no"}}');
  });

  test("says what leads to a question before it asks, even if the agent sends that a moment late", async () => {
    for (const prompt of ["release", "late"]) {
      const asker = createScriptedPerson([() => ({ select: "ok" })]);
      const events = await play(open({ asker }).run(prompt));
      const asked = events.findIndex(({ type }) => type === "tool_start");
      expect(textOf(events.slice(0, asked))).toBe("It is ready.");
      expect(events[asked + 1]).toMatchObject({ type: "ask_user" });
      expect(asker.asks).toMatchObject([{ context: "It is ready." }]);
      if (prompt === "late") expect(events.at(-1)).toEqual({ type: "done", text: "Published." });
    }
  });

  test("stops when it is told to, withdraws what it asked, and continues in the same session", async () => {
    const withdrawn = vi.fn();
    const stop = new AbortController();
    const agent = open({
      asker: {
        ask: (_, { signal } = {}) =>
          new Promise((resolve) => {
            setImmediate(() => stop.abort());
            signal?.addEventListener("abort", () => {
              withdrawn();
              resolve({ status: "cancelled", at: new Date().toISOString() });
            });
          }),
      },
    });
    const run = agent.run("wait", { signal: stop.signal });
    expect(failureOf(await play(run))).toMatchObject({ code: "aborted" });
    expect(withdrawn).toHaveBeenCalledOnce();
    expect(textOf(await play(agent.resume(run.id, "hello")))).toBe("You said: hello");
  });

  test("says how it ended if it crashes, and continues the session with a new process", async () => {
    const agent = open({ mode: "plan" });
    const run = agent.run("crash");
    expect(failureOf(await play(run))).toMatchObject({
      message: "The agent ended with exit code 3. It said: out of luck",
    });
    expect(textOf(await play(agent.resume(run.id, "hello")))).toBe("You said: hello");
    expect(failureOf(await play(agent.resume("unknown", "hello")))).toMatchObject({ code: "not-found" });
  });

  test("keeps its host running no longer than itself", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const agent = open();
    await play(agent.run("hello"));
    const before = timers();
    await agent.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test("that is killed takes along what it had started", async () => {
    const events = await play(open().run("killed"));
    expect(failureOf(events)).toMatchObject({ message: "The agent ended by SIGKILL." });
    await expect.poll(() => isAlive(Number(textOf(events)))).toBe(false);
  });

  test("that never answers is ended when the run is stopped, and the next run starts another", async () => {
    const stop = new AbortController();
    const silent = open({ command: [process.execPath, "-e", "setInterval(() => {}, 1000)"] });
    const agent = open();
    await play(agent.run("hello"));
    const { signal } = stop;
    // An announced call is shown as running, even if no further update about it arrives.
    const begun = ({ type }: AgentEvent) => type === "tool_start" && stop.abort();
    const left = [play(silent.run("x", { signal })), play(agent.run("deaf", { signal }), begun)];
    for (const events of await Promise.all(left)) expect(failureOf(events)).toMatchObject({ code: "aborted" });
    expect(textOf(await play(agent.run("hello")))).toBe("You said: hello");
  });

  test("that cannot start, or has no such mode, says what to do", async () => {
    expect(failureOf(await play(open({ command: ["no-such-agent"] }).run("x")))).toMatchObject({
      message: 'There is no program "no-such-agent". Install it, or give its path.',
    });
    expect(failureOf(await play(open({ mode: "yolo" }).run("x")))).toMatchObject({
      message: 'This agent has no mode "yolo". It has: default, plan.',
    });
    expect(failureOf(await play(open({ command: [process.execPath, "-e", "0"] }).run("x")))).toMatchObject({
      message: "The agent ended with exit code 0.",
    });
  });
});

test("a host that leaves ends the agent and withdraws its question, which no agent asks again; the turn can be resumed", async () => {
  const hub = await startHub();
  const person = hub.client("human");
  const args = ["agent", "--json", "--keep", "--with", "acp"];
  const env = { ...process.env, ...steppingClock(1000), YOURCALL_HOME: hub.directory };
  const host = spawn(process.execPath, [yourcall, ...args, "stubborn", "--", ...command], { env, stdio: "pipe" });
  const said = text(host.stdout);
  const look = async () => (await person.list({ status: "pending" })).asks[0];
  await expect.poll(look).toBeDefined();
  const ask = await look();
  host.stdin.write('{"type":"leave"}\n');
  await stepUntil(host.pid ?? 0, said);
  const lines = (await said)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect((await person.get(ask?.id ?? "")).outcome).toMatchObject({
    status: "cancelled",
    reason: "the agent was ended",
  });
  const pid = Number(lines.find(({ type }) => type === "text")?.text);
  await expect.poll(() => isAlive(pid)).toBe(false);
  const again = await hub.run(["agent", "--with", "acp", "--resume", "--", ...command]);
  expect(again.stdout).toContain("You said: Continue from where you left off.");
});

test("a terminal that is closed ends the agent and withdraws its question", async () => {
  const hub = await startHub();
  const terminal = openTerminal(["agent", "--with", "acp", "permission", "--", ...command], {
    stdoutOnTerminal: true,
    env: { YOURCALL_HOME: hub.directory },
  });
  await terminal.see("npm publish");
  const person = hub.client("human");
  const pending = async () => (await person.list({ status: "pending" })).asks;
  await expect.poll(async () => (await pending()).length).toBe(1);
  const [ask] = await pending();
  terminal.hangUp();
  const outcome = async () => (await person.get(ask?.id ?? "")).outcome;
  await expect.poll(outcome).toMatchObject({ status: "cancelled", reason: "the agent was ended" });
});

test("yourcall agent --with acp asks through the hub and prints the reply, and can be resumed", async () => {
  const hub = await startHub();
  const person = hub.client("human");
  const running = hub.start(["agent", "--with", "acp", "release", "--", ...command]);
  const look = async () => (await person.list({ status: "pending" })).asks[0];
  await expect.poll(look).toBeDefined();
  const ask = await look();
  if (ask === undefined) throw new Error("Nothing waits.");
  expect(ask).toMatchObject({ agent: { name: "Scripted", title: "release" }, context: "It is ready." });
  const answers = [{ question: ask.questions[0]?.question ?? "", selectedOptions: ["ok"] }];
  await person.answer(ask.id, { answers, surface: "web" });
  expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"optionId":"ok"') });
  const again = await hub.run(["agent", "--with", "acp", "--resume", "and then?", "--", ...command]);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("You said: and then?") });
  expect(await hub.run(["agent", "--with", "gem", "x"])).toMatchObject({ code: 2 });
});
