import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { homeOfBackgroundHub, humanClientIn } from "../support/background-hub.ts";
import { choose, question } from "../support/claude-hooks.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { askOf } from "../support/find-ask.ts";
import {
  type CommandOptions,
  type Ended,
  startCommand,
  startHub,
  type TestHub,
  temporaryDirectory,
} from "../support/hub.ts";

const text = "Which number?";
const event = (name: string, more: Record<string, unknown> = {}) => ({
  hook_event_name: name,
  session_id: "session",
  prompt_id: "prompt",
  cwd: "/work",
  tool_name: "AskUserQuestion",
  tool_input: question(text),
  ...more,
});

const start = (hub: Pick<TestHub, "directory">, value: unknown, options: CommandOptions = {}, ...args: string[]) =>
  startCommand(["hook", "claude", ...args], {
    stdin: JSON.stringify(value),
    ...options,
    env: { YOURCALL_HOME: hub.directory, ...options.env },
  });

const nothing: Ended = { code: 0, stdout: "", stderr: "" };

/** The pending asks, once there are this many. */
function pending(client: HubClient, count: number): Promise<WireAsk[]> {
  return vi.waitFor(
    async () => {
      const { asks } = await client.list();
      expect(asks).toHaveLength(count);
      return asks;
    },
    { timeout: 30_000 },
  );
}

function answersIn({ stdout }: Ended): unknown {
  return JSON.parse(stdout).hookSpecificOutput.decision.updatedInput.answers;
}

describe("yourcall hook claude", () => {
  test("prints nothing and exits with 0, whatever goes wrong", async () => {
    const home = homeOfBackgroundHub();
    const inputs = [
      "",
      "no JSON",
      "[]",
      "null",
      '{"hook_event_name":"Stop"}',
      '{"hook_event_name":"Other","session_id":"s"}',
    ];
    const odd = [
      ...inputs,
      JSON.stringify(event("PermissionRequest", { tool_name: "Bash", tool_input: { command: "ls" } })),
      JSON.stringify(event("PermissionRequest", { tool_input: { questions: 7 } })),
      JSON.stringify(event("PostToolUse")),
      JSON.stringify(event("Stop", { tool_name: undefined })),
    ];
    const ended = await Promise.all(odd.map((stdin) => start({ directory: home }, null, { stdin }).ended));
    expect(ended).toEqual(odd.map(() => nothing));
    // None of these started a hub; this one tries to and cannot.
    writeFileSync(join(home, "config.json"), JSON.stringify({ host: "0.0.0.0" }));
    expect(await start({ directory: home }, event("PermissionRequest")).ended).toEqual(nothing);
    // Here it cannot store anything either.
    const nowhere = [join(home, "config.json"), "/proc/nowhere"].map((directory) => ({ directory }));
    for (const hub of nowhere) expect(await start(hub, event("PreToolUse")).ended).toEqual(nothing);
    // Claude Code would treat exit code 2 as a veto.
    expect((await startCommand(["hook", "other"]).ended).code).toBe(1);
  });

  test("prints nothing if another program answers at the hub's address", async () => {
    const id = "ask_1";
    const replies = [
      "HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n<html></html>",
      "no HTTP at all\r\n\r\n",
      ...[
        { id, status: "answered" },
        { id, status: "answered", outcome: { status: "answered" } },
        { asks: [] },
        null,
      ].map((body) => {
        const text = JSON.stringify(body);
        return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
      }),
    ];
    const asked = replies.flatMap((reply) =>
      ["PreToolUse", "PostToolUse"].map(async (name) => {
        const home = temporaryDirectory("odd");
        const socket = join(home, "hub.sock");
        const server = createServer((connection) => {
          connection.on("error", () => {});
          connection.once("data", () => connection.end(reply));
        });
        onTestFinished(() => void server.close());
        await new Promise<void>((resolve) => server.listen(socket, resolve));
        const hub = { pid: process.pid, url: "http://127.0.0.1:9", socket, version: "99.0.0" };
        writeFileSync(join(home, "hub.json"), JSON.stringify(hub));
        writeFileSync(join(home, "tokens.json"), JSON.stringify({ agent: "a", human: "h" }));
        return await start({ directory: home }, event(name, { tool_use_id: "t" })).ended;
      }),
    );
    expect(await Promise.all(asked)).toEqual(asked.map(() => nothing));
  });

  test("starts the hub if none is running, and prints the answer", async () => {
    const home = homeOfBackgroundHub();
    const long = { ...question(text).questions[0], header: "A header beyond any limit" };
    const hook = start(
      { directory: home },
      event("PermissionRequest", { tool_input: { questions: JSON.stringify([long]) } }),
    );
    const client = await humanClientIn(home);
    const ask = await askOf(client, text);
    expect(ask).toMatchObject({ agent: { name: "claude", session: "session", cwd: "/work" } });
    await choose(client, ask, "Two");
    expect(answersIn(await hook.ended)).toEqual({ [text]: "Two" });
  });

  test("withdraws its ask when Claude Code stops it or is gone", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const ended = start(hub, event("PermissionRequest"));
    await pending(client, 1);
    ended.kill("SIGTERM");
    expect(await ended.ended).toEqual(nothing);
    expect((await askOf(client, text, "cancelled")).outcome).toMatchObject({
      reason: "Claude Code no longer waits for it.",
    });

    const orphan = start(hub, event("PermissionRequest"), {
      // A shell gives background commands no input.
      through: ["/bin/sh", "-c", 'exec 3<&0; "$0" "$@" <&3 & wait'],
    });
    await pending(client, 1);
    orphan.kill("SIGKILL");
    await pending(client, 0);
    expect((await askOf(client, text, "cancelled")).outcome).toMatchObject({ reason: "Claude Code is gone." });
  });

  test("never gives a call another call's answer: each has its own ask until it ends", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const [one, other] = [start(hub, event("PermissionRequest")), start(hub, event("PermissionRequest"))];
    const [first] = await pending(client, 2);
    if (first === undefined) throw new Error("no ask");
    await choose(client, first, "One");
    const winner = await Promise.race([one.ended.then(() => one), other.ended.then(() => other)]);
    const left = winner === one ? other : one;
    expect(answersIn(await winner.ended)).toEqual({ [text]: "One" });
    // The answered call has run; the other one has not ended.
    const ran = (label: string) =>
      event("PostToolUse", { tool_use_id: "a", tool_response: { answers: { [text]: label } } });
    expect(await start(hub, ran("One")).ended).toEqual(nothing);
    await pending(client, 1);
    expect(await start(hub, ran("Two")).ended).toEqual(nothing);
    expect(await left.ended).toEqual(nothing);
    // The same question again is a new call, still unanswered.
    const again = start(hub, event("PermissionRequest"));
    await pending(client, 1);
    const subagent = start(
      hub,
      event("PermissionRequest", { agent_id: "sub", tool_input: question("Which in there?") }),
    );
    await pending(client, 2);
    // Claude is at another prompt by now; its subagents' calls are not affected.
    expect(await start(hub, event("Stop", { prompt_id: "next" })).ended).toEqual(nothing);
    expect(await again.ended).toEqual(nothing);
    await choose(client, await askOf(client, "Which in there?"), "Two");
    expect(answersIn(await subagent.ended)).toEqual({ "Which in there?": "Two" });
  });

  test("reports at the next event how a subagent's call ended while the hub could not be told", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const projects = join(temporaryDirectory(), "projects");
    const own = join(projects, "session", "subagents", "agent-sub.jsonl");
    mkdirSync(join(own, ".."), { recursive: true });
    const transcript_path = join(projects, "session.jsonl");
    writeFileSync(transcript_path, "");
    const say = (type: string, block: object) =>
      appendFileSync(own, `${JSON.stringify({ type, isSidechain: true, message: { content: [block] } })}\n`);
    const tool_input = { command: "make" };
    say("assistant", { type: "tool_use", id: "toolu_in", name: "Bash", input: tool_input });
    const call = event("PermissionRequest", { agent_id: "sub", tool_name: "Bash", tool_input, transcript_path });
    const hook = start(hub, call, {}, "--approvals");
    const [ask] = await pending(client, 1);
    hook.kill("SIGKILL");
    await hook.ended;
    const stop = event("Stop", { transcript_path });
    expect(await start(hub, stop).ended).toEqual(nothing);
    await pending(client, 1);
    say("user", { type: "tool_result", tool_use_id: "toolu_in", content: "done" });
    expect(await start(hub, stop).ended).toEqual(nothing);
    expect(await client.get(ask?.id ?? "")).toMatchObject({
      outcome: { answers: [{ selectedOptions: ["allow-once"] }], by: { act: "reported" } },
    });
  });

  test.each(["UserPromptSubmit", "SessionEnd", "Stop", "PostToolUse"])(
    "marks an answer that Claude did not take, because its dialog was first, at the next event of the session: %s",
    async (name) => {
      const hub = await startHub();
      const client = hub.client("human");
      const transcript_path = join(temporaryDirectory(), "projects", "session.jsonl");
      mkdirSync(join(transcript_path, ".."), { recursive: true });
      const say = (type: string, block: object, more: object = {}) =>
        appendFileSync(transcript_path, `${JSON.stringify({ type, message: { content: [block] }, ...more })}\n`);
      const askAndAnswer = async (id: string) => {
        say("assistant", { type: "tool_use", id, name: "AskUserQuestion", input: question(id) });
        const hook = start(hub, event("PermissionRequest", { tool_input: question(id), transcript_path }));
        const ask = await askOf(client, id);
        await choose(client, ask, "Two");
        expect(answersIn(await hook.ended)).toEqual({ [id]: "Two" });
        return ask.id;
      };
      const taken = await askAndAnswer("toolu_taken");
      say(
        "user",
        { type: "tool_result", tool_use_id: "toolu_taken", content: "Your questions have been answered" },
        { toolUseResult: { answers: { toolu_taken: "Two" } } },
      );
      const refused = await askAndAnswer("toolu_refused");
      // As after Esc. No event says so.
      say(
        "user",
        { type: "tool_result", tool_use_id: "toolu_refused", content: "The user doesn't want to", is_error: true },
        { toolDenialKind: "user-rejected" },
      );
      say("user", { type: "text", text: "[Request interrupted by user for tool use]" });
      const isAboutCall = name === "PostToolUse";
      const next = event(name, {
        prompt_id: "next",
        transcript_path,
        tool_name: isAboutCall ? "Bash" : undefined,
        tool_use_id: isAboutCall ? "toolu_later" : undefined,
      });
      expect(await start(hub, next).ended).toEqual(nothing);
      expect((await client.get(refused)).delivery).toMatchObject({
        state: "refused",
        note: "it was rejected in Claude Code",
      });
      expect((await client.get(refused)).outcome).toMatchObject({ answers: [{ selectedOptions: ["Two"] }] });
      expect((await client.get(taken)).delivery).toMatchObject({ state: "taken" });
      const { stdout } = await hub.run(["log"]);
      expect(stdout.match(/Two · did not reach Claude: it was rejected in Claude Code/g)).toHaveLength(1);
    },
  );

  test("marks an answer that Claude did not take, even if the transcript did not name the call yet when it was asked", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const transcript_path = join(temporaryDirectory(), "projects", "session.jsonl");
    mkdirSync(join(transcript_path, ".."), { recursive: true });
    const hook = start(hub, event("PermissionRequest", { transcript_path }));
    const [ask] = await pending(client, 1);
    if (ask === undefined) throw new Error("no ask");
    expect(ask.metadata).not.toHaveProperty("call");
    await choose(client, ask, "Two");
    expect(answersIn(await hook.ended)).toEqual({ [text]: "Two" });
    const say = (type: string, block: object, more: object = {}) =>
      appendFileSync(transcript_path, `${JSON.stringify({ type, message: { content: [block] }, ...more })}\n`);
    const call = { type: "tool_use", name: "AskUserQuestion", input: question(text) };
    say("assistant", { ...call, id: "toolu_refused" }, { timestamp: ask.createdAt });
    say(
      "user",
      { type: "tool_result", tool_use_id: "toolu_refused", content: "The user doesn't want to", is_error: true },
      { toolDenialKind: "user-rejected" },
    );
    say("user", { type: "text", text: "[Request interrupted by user for tool use]" });
    // The same question again, which is another call.
    say("assistant", { ...call, id: "toolu_again" }, { timestamp: new Date(Date.now() + 60_000).toISOString() });
    expect(await start(hub, event("UserPromptSubmit", { prompt_id: "next", transcript_path })).ended).toEqual(nothing);
    expect((await client.get(ask.id)).delivery).toMatchObject({
      state: "refused",
      note: "it was rejected in Claude Code",
    });
  });

  test("passes on a note with the approval of a revised plan, even if the transcript had not yet named its call when it was asked", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const transcript_path = join(temporaryDirectory(), "projects", "session.jsonl");
    mkdirSync(join(transcript_path, ".."), { recursive: true });
    const say = (type: string, block: object) =>
      appendFileSync(transcript_path, `${JSON.stringify({ type, message: { content: [block] } })}\n`);
    const plan = { tool_name: "ExitPlanMode", tool_input: { plan: "Drop all sessions" }, transcript_path };
    const present = async (effect: string, notes: string) => {
      const hook = start(hub, event("PermissionRequest", plan), {}, "--approvals");
      const [ask] = await pending(client, 1);
      const chosen = ask?.approval?.options?.find((option) => option.effect === effect)?.id ?? effect;
      const answers = [{ question: ask?.questions[0]?.question ?? "", selectedOptions: [chosen], notes }];
      await client.answer(ask?.id ?? "", { answers, surface: "web", act: "click" });
      return JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.behavior;
    };
    say("assistant", { type: "tool_use", id: "toolu_1", name: "ExitPlanMode", input: {} });
    expect(await present("deny", "Keep them")).toBe("deny");
    // Claude presents the plan again at once, and writes the end of the call before only afterwards.
    expect(await present("allow-once", "On a Tuesday")).toBe("allow");
    say("user", { type: "tool_result", tool_use_id: "toolu_1", content: "denied", is_error: true });
    say("assistant", { type: "tool_use", id: "toolu_2", name: "ExitPlanMode", input: {} });
    // The plan is no longer in the input by then.
    const ran = { ...plan, tool_input: {}, tool_use_id: "toolu_2" };
    const { stdout } = await start(hub, event("PostToolUse", ran)).ended;
    expect(stdout).toContain("On a Tuesday");
  });

  test("steps aside for a subagent's permission, except in `claude -p`, which would deny it", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const hookOf = (agent_id: string, entry: string) => {
      const call = event("PermissionRequest", { agent_id, tool_name: "Bash", tool_input: { command: agent_id } });
      const env = { ...steppingClock(6000), CLAUDE_CODE_ENTRYPOINT: entry };
      return start(hub, call, { env }, "--approvals", "--unattended");
    };
    const [printing, interactive] = [hookOf("printing", "sdk-cli"), hookOf("interactive", "cli")];
    const asks = await pending(client, 2);
    const idOf = (command: string) =>
      asks.find(({ approval }) => isDeepStrictEqual(approval?.input, { command })) as WireAsk;
    for (const { pid } of [printing, interactive]) step(pid);
    expect(await interactive.ended).toEqual(nothing);
    expect((await client.get(idOf("interactive").id)).outcome).toMatchObject({ reason: "Shown in Claude's dialog." });
    await choose(client, idOf("printing"), "allow-once");
    expect(JSON.parse((await printing.ended).stdout).hookSpecificOutput.decision.behavior).toBe("allow");
  });

  test("finds the ask of the same call again if Claude Code names the call", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const call = event("PreToolUse", { tool_use_id: "toolu_1" });
    const killed = start(hub, call);
    const [ask] = await pending(client, 1);
    if (ask === undefined) throw new Error("no ask");
    killed.kill("SIGKILL");
    await killed.ended;
    await choose(client, ask, "Two");
    expect(JSON.parse((await start(hub, call).ended).stdout).hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { ...question(text), answers: { [text]: "Two" } },
    });
  });
});
