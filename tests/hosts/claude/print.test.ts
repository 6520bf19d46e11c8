import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createStreamAnswers } from "@yourcall/claude";
import { describe, expect, onTestFinished } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "../../support/claude.ts";
import { asking, choose, setUpClaude } from "../../support/claude-hooks.ts";
import { askOf } from "../../support/find-ask.ts";
import { startCommand, startHub } from "../../support/hub.ts";

/** `claude -p` as a program runs it: messages in and out as JSON lines, permission requests among them. */
function print(place: ClaudePlace, prompt: string) {
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = spawn(claudeBinary, [...args, "--permission-prompt-tool", "stdio"], { cwd: place.cwd, env: place.env });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`);
  return {
    end: async () => {
      child.stdin.end();
      await closed;
      return out;
    },
  };
}

describe("a question from claude -p", () => {
  testWithClaude("is answered by the hooks in the settings, and the host learns that it is settled", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      { print: [[asking("Which in print?")], ["Print done."]] },
      { home: hub.directory },
    );
    const run = print(place, "Go on [print]");
    await choose(client, await askOf(client, "Which in print?"), "Two");
    expect((await api.resultOf("toolu_print_0_0")).text).toContain('"Which in print?"="Two"');
    expect(await run.end()).toContain('"type":"control_cancel_request"');
  });

  testWithClaude("is withdrawn when its host hangs up", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { place } = await setUpClaude({ gone: [[asking("Which for nobody?")]] }, { home: hub.directory });
    const gone = print(place, "Go on [gone]");
    await askOf(client, "Which for nobody?");
    await gone.end();
    await askOf(client, "Which for nobody?", "cancelled");
  });
});

testWithClaude("a host that answers the questions itself is not asked again by the hooks", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const { api, place } = await setUpClaude({ host: [[asking("Which once?")], ["Done."]] }, { home: hub.directory });
  const answers = createStreamAnswers({ asker: hub.client("agent") });
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = spawn(claudeBinary, [...args, "--permission-prompt-tool", "stdio"], {
    cwd: place.cwd,
    env: { ...place.env, ...answers.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  createInterface({ input: child.stdout }).on("line", async (line) => {
    const message = JSON.parse(line);
    const reply = await answers.take(message);
    if (reply !== undefined) child.stdin.write(`${JSON.stringify(reply)}\n`);
    if (message.type === "result") child.stdin.end();
  });
  child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: "Go on [host]" } })}\n`);
  await choose(human, await askOf(human, "Which once?"), "Two");
  await closed;
  expect((await api.resultOf("toolu_host_0_0")).text).toContain('"Which once?"="Two"');
  expect((await human.list({ status: "all" })).asks).toHaveLength(1);
});

/** `claude -p` as a cron job runs it: a prompt, no input, nobody to ask. Resolves with what it printed. */
async function runAlone(place: ClaudePlace, prompt: string, ...args: string[]): Promise<string> {
  const child = spawn(claudeBinary, ["-p", prompt, ...args], {
    cwd: place.cwd,
    env: place.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  await closed;
  return out;
}

describe("claude -p with nobody at it", () => {
  const touch = (file: string) => ({ tool: "Bash", input: { command: `touch ${file}`, description: "Make it" } });
  const scenarios = { alone: [[touch("alone")], ["Denied."]], asked: [[touch("asked")], ["Made."]] };

  testWithClaude("denies at once what needs permission, as without the hooks, unless they are set to ask", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(scenarios, { home: hub.directory, setup: ["--approvals"] });
    expect(await runAlone(place, "Go on [alone]")).toBe("Denied.\n");
    expect((await api.resultOf("toolu_alone_0_0")).isError).toBe(true);
    expect((await client.list({ status: "all" })).asks).toEqual([]);

    const env = { YOURCALL_HOME: hub.directory, CLAUDE_CONFIG_DIR: place.config };
    await startCommand(["setup", "claude", "--yes", "--approvals", "--unattended"], { env }).ended;
    const run = runAlone(place, "Go on [asked]");
    const asks = () => client.list({ status: "pending" }).then((page) => page.asks);
    await expect.poll(async () => (await asks()).length).toBe(1);
    const [ask] = await asks();
    if (ask !== undefined) await choose(client, ask, "allow-once");
    expect(await run).toBe("Made.\n");
    expect((await api.resultOf("toolu_asked_0_0")).isError).toBe(false);
  });

  testWithClaude("needs no host for its questions with --exclusive", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      {
        ...scenarios,
        question: [[asking("Which alone?")], ["Chosen."]],
        cancelled: [[asking("Which never?")], ["Without it."]],
      },
      { home: hub.directory, setup: ["--approvals", "--exclusive"] },
    );
    expect(await runAlone(place, "Go on [alone]")).toBe("Denied.\n");
    expect((await client.list({ status: "all" })).asks).toEqual([]);
    const run = runAlone(place, "Go on [question]", "--permission-prompt-tool", "stdio");
    await choose(client, await askOf(client, "Which alone?"), "Two");
    expect(await run).toBe("Chosen.\n");
    expect((await api.resultOf("toolu_question_0_0")).text).toContain('"Which alone?"="Two"');

    const cancelled = runAlone(place, "Go on [cancelled]", "--permission-prompt-tool", "stdio");
    await client.cancel((await askOf(client, "Which never?")).id);
    expect(await cancelled).toBe("Without it.\n");
    const { asks } = await client.list({ status: "all" });
    expect(asks.filter(({ questions }) => questions[0]?.question === "Which never?")).toHaveLength(1);
  });
});
