import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished } from "vitest";
import { type ClaudePlace, claudeBinary, testWithClaude } from "../support/claude.ts";
import { asking, askOf, choose, setUpClaude } from "../support/claude-hooks.ts";
import { startHub } from "../support/hub.ts";

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

  testWithClaude("is answered and withdrawn over HTTP if the hub runs as a service", async () => {
    const hub = await startHub();
    const client = hub.client("human");
    const { api, place } = await setUpClaude(
      { http: [[asking("Which by HTTP?")], ["Next."]], gone: [[asking("Which for nobody?")]] },
      { home: hub.directory, setup: ["--http"], env: { YOURCALL_AGENT_TOKEN: hub.tokens.agent } },
    );
    const run = print(place, "Go on [http]");
    const ask = await askOf(client, "Which by HTTP?");
    await expect.poll(async () => (await client.get(ask.id)).waiting.count).toBe(1);
    await choose(client, ask, "One");
    expect((await api.resultOf("toolu_http_0_0")).text).toContain('"Which by HTTP?"="One"');
    await run.end();

    const gone = print(place, "Go on [gone]");
    await askOf(client, "Which for nobody?");
    await gone.end();
    await askOf(client, "Which for nobody?", "cancelled");
  });
});
