import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createStreamAnswers } from "@yourcall/claude";
import { createScriptedPerson } from "@yourcall/core/testing";
import { expect, onTestFinished } from "vitest";
import { claudeBinary, testWithClaude } from "../../support/claude.ts";
import { labelled, setUpClaude } from "./sessions.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("A", "B, too"), multiSelect: true };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

testWithClaude("claude -p with stream-json: a question is answered, and an interrupted one is withdrawn", async () => {
  const { api, place } = await setUpClaude({ stream: [["Hm.", ask("Which?")], [ask("Interrupted?")]] });
  const flags = "-p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio";
  const child = spawn(claudeBinary, flags.split(" "), {
    cwd: place.cwd,
    env: place.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const withdrawn = Promise.withResolvers<void>();
  const person = createScriptedPerson([
    { when: "Which?", answer: { select: ["A", "B, too"], note: "both" } },
    () => {
      write({ type: "control_request", request_id: "stop", request: { subtype: "interrupt" } });
      return new Promise(() => {});
    },
  ]);
  const asker = {
    async ask(...call: Parameters<typeof person.ask>) {
      const outcome = await person.ask(...call);
      if (outcome.status === "cancelled") withdrawn.resolve();
      return outcome;
    },
  };
  const answers = createStreamAnswers({ asker });
  createInterface({ input: child.stdout }).on("line", async (line) => {
    const message = JSON.parse(line);
    const reply = await answers.take(message);
    if (reply !== undefined) write(reply);
    if (message.type === "result") child.stdin.end();
  });
  write({ type: "user", message: { role: "user", content: "[stream] Go." }, parent_tool_use_id: null, session_id: "" });
  expect((await api.resultOf("toolu_stream_0_1")).text).toContain('"Which?"="A, "B, too"" notes: both');
  await withdrawn.promise;
  await closed;
  expect(person.asks[0]).toMatchObject({
    key: "toolu_stream_0_1",
    context: "Hm.",
    agent: { name: "claude", cwd: place.cwd, session: expect.any(String) },
  });
});
