import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withYourcall } from "@yourcall/claude";
import type { HubClient, WireAsk } from "@yourcall/client";
import { describe, expect, onTestFinished, vi } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "../../support/claude.ts";
import { asking, choose, setUpClaude } from "../../support/claude-hooks.ts";
import { askOf } from "../../support/find-ask.ts";
import { startHub } from "../../support/hub.ts";
import type { MessagesApi } from "../../support/messages-api.ts";
import { runSession, setUpClaude as setUpSdk } from "./sessions.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "Makes a file" } });

/** Runs `claude -p` as a program does, which a person's own settings may answer: messages in and out as JSON lines. */
function run(place: ClaudePlace, prompt: string) {
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = spawn(claudeBinary, [...args, "--permission-prompt-tool", "stdio"], { cwd: place.cwd, env: place.env });
  const closed = once(child.stdout.resume(), "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`);
  return {
    async end() {
      child.stdin.end();
      await closed;
    },
  };
}

/** The pending approval of a call with this in its input. */
const approvalOf = (client: HubClient, word: string, not?: WireAsk) =>
  vi.waitFor(
    async () => {
      const { asks } = await client.list({ status: "pending" });
      const ask = asks.find(({ id, approval }) => id !== not?.id && JSON.stringify(approval ?? null).includes(word));
      if (ask === undefined) throw new Error(`no ask about ${word}`);
      return ask;
    },
    { timeout: 60_000, interval: 50 },
  );

/** What the model was given since its first turn, with the request for this one. */
const requestOf = async (api: MessagesApi, scenario: string, turn: number) =>
  JSON.stringify(
    (await api.waitForRequest((request) => request.scenario === scenario && request.turn === turn)).messages.slice(2),
  );

const answer = (client: HubClient, { id, questions: [question] }: WireAsk, more: object) =>
  client.answer(id, {
    answers: [{ question: question?.question ?? "", selectedOptions: ["allow-once"], ...more }],
    surface: "web",
    act: "click",
  });

describe("a call of Claude Code", () => {
  testWithClaude("runs as it was changed, and the model is told what was changed and what was noted", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      {
        changed: [[bash("echo asked > out")], [bash("echo noted > note")], [bash("echo x > fail; false")], ["Done."]],
        written: [[{ tool: "Write", input: { file_path: "page.txt", content: "one\ntwo\n" } }], ["Written."]],
      },
      { home: hub.directory, setup: ["--approvals", "--unattended"] },
    );
    const running = run(place, "Go on [changed]");
    await answer(client, await approvalOf(client, "asked"), { edited: "echo changed > out" });
    expect((await api.resultOf("toolu_changed_0_0")).isError).toBe(false);
    expect(readFileSync(join(place.cwd, "out"), "utf8")).toBe("changed\n");
    expect(await requestOf(api, "changed", 1)).toContain("It ran with:\\n  echo changed > out");

    await answer(client, await approvalOf(client, "noted"), { notes: "Only this once, please." });
    expect(await requestOf(api, "changed", 2)).toContain("Only this once, please.");

    await answer(client, await approvalOf(client, "fail"), { notes: "It may fail.", edited: "echo y > fail; false" });
    const afterFailure = await requestOf(api, "changed", 3);
    expect(afterFailure).toContain("It may fail.");
    expect(afterFailure).toContain("It ran with:\\n  echo y > fail; false");
    await running.end();

    const writing = run(place, "Go on [written]");
    await answer(client, await approvalOf(client, "page.txt"), { edited: "one\nthree\n" });
    expect(await requestOf(api, "written", 1)).toContain("one\\n  three");
    await writing.end();
    expect(readFileSync(join(place.cwd, "page.txt"), "utf8")).toBe("one\nthree\n");
    const { asks } = await client.list({ status: "all" });
    expect(asks.map(({ delivery }) => delivery?.state)).toEqual(["taken", "taken", "taken", "taken"]);
  });
});

describe("a question of the person", () => {
  testWithClaude("reaches Claude's model, whose next ask is the same card, revised", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      {
        question: [[asking("Which number?")], ["Two costs nothing.", asking("Which number, then?")], ["Chosen."]],
        call: [[bash("echo first > f")], ["It is a test file.", bash("echo second > f")], ["Ran."]],
      },
      { home: hub.directory, setup: ["--approvals", "--unattended"] },
    );
    const asked = "What does Two cost?";
    const asks = async () => (await client.list({ status: "all" })).asks.length;

    const choosing = run(place, "Go on [question]");
    await requestOf(api, "question", 0);
    const first = await askOf(client, "Which number?");
    await client.decline(first.id, { asked, surface: "web" });
    const told = await api.resultOf("toolu_question_0_0");
    expect(told).toMatchObject({ text: expect.stringContaining(asked), isError: true });
    const second = await askOf(client, "Which number, then?");
    expect(second).toMatchObject({ replyTo: first.id, thread: [{ asked }], context: "Two costs nothing." });
    await choose(client, second, "Two");
    expect((await api.resultOf("toolu_question_1_1")).text).toContain('"Which number, then?"="Two"');
    await choosing.end();

    const calling = run(place, "Go on [call]");
    const before = await approvalOf(client, "first");
    await client.decline(before.id, { asked: "What for?", surface: "web" });
    expect((await api.resultOf("toolu_call_0_0")).text).toContain("What for?");
    const after = await approvalOf(client, "second", before);
    expect(after).toMatchObject({
      replyTo: before.id,
      thread: [{ asked: "What for?" }],
      context: "It is a test file.",
    });
    await choose(client, after, "allow-once");
    expect((await api.resultOf("toolu_call_1_1")).isError).toBe(false);
    await calling.end();
    expect(readFileSync(join(place.cwd, "f"), "utf8")).toBe("second\n");
    expect(await asks()).toBe(4);
  });
});

testWithClaude("the Agent SDK does the same: it runs what was changed, and its model is told and asked", async () => {
  const hub = await startHub();
  const client = hub.client("human");
  const { api, place, options } = await setUpSdk({
    sdk: [
      [bash("echo asked > out")],
      [bash("echo noted > fail; false")],
      [bash("echo why > f")],
      ["For a test.", bash("echo because > f")],
      [asking("Which number?")],
      ["Two is free.", asking("Which number?")],
      ["Done."],
    ],
  });
  const running = runSession("[sdk] Go.", withYourcall(options(), { asker: hub.client("agent"), approvals: true }));
  await requestOf(api, "sdk", 0);
  await answer(client, await approvalOf(client, "asked"), { edited: "echo changed > out" });
  expect(await requestOf(api, "sdk", 1)).toContain("It ran with:\\n  echo changed > out");
  expect(readFileSync(join(place.cwd, "out"), "utf8")).toBe("changed\n");

  await answer(client, await approvalOf(client, "noted"), { notes: "It may fail." });
  expect(await requestOf(api, "sdk", 2)).toContain("It may fail.");

  const before = await approvalOf(client, "why");
  await client.decline(before.id, { asked: "What for?", surface: "web" });
  const after = await approvalOf(client, "because", before);
  expect((await api.resultOf("toolu_sdk_2_0")).text).toContain("What for?");
  expect(after).toMatchObject({
    replyTo: before.id,
    thread: [{ asked: "What for?" }],
    context: expect.stringMatching(/^For a test\./),
  });
  await choose(client, after, "allow-once");

  const first = await askOf(client, "Which number?");
  await client.decline(first.id, { asked: "What does Two cost?", surface: "web" });
  await requestOf(api, "sdk", 5);
  const second = await askOf(client, "Which number?");
  expect(second).toMatchObject({ replyTo: first.id, thread: [{ asked: "What does Two cost?" }] });
  await choose(client, second, "Two");
  expect((await running).at(-1)).toMatchObject({ type: "result", subtype: "success" });
  expect((await api.resultOf("toolu_sdk_5_1")).text).toContain('"Which number?"="Two"');
});
