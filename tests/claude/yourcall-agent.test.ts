import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { testWithClaude } from "../support/claude.ts";
import { startHub } from "../support/hub.ts";
import { openTerminal, yourcall } from "../support/terminal.ts";
import { labelled, setUpClaude } from "./sessions.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("Apples", "Pears"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

testWithClaude("yourcall agent --with claude is a chat that asks its questions in place", async () => {
  const { api, place } = await setUpClaude({
    chat: [["Let me ask.", ask("Which fruit?")], ["Pears it is."], ["Still here."]],
  });
  const terminal = openTerminal([], {
    env: { ...place.env, HOME: place.cwd },
    shell: `cd '${place.cwd}' && exec "$1" "$2" agent --with claude '[chat] Go.'`,
    stdoutOnTerminal: true,
  });
  await terminal.see("Which fruit?");
  await terminal.ready();
  terminal.press("2");
  await terminal.see("Pears it is.");
  await terminal.see("write a message");
  expect((await api.resultOf("toolu_chat_0_1")).text).toContain('"Which fruit?"="Pears"');
  terminal.type("And now?\r");
  await terminal.see(/Still here\.\n+you › write a message/);
  terminal.press("ctrl+d");
  await terminal.exited;
  expect(terminal.everything()).toContain("✔ Choice: Pears\n");
  expect(terminal.everything()).toMatch(/To go on: yourcall agent --resume [0-9a-f-]{36}/);
});

testWithClaude("yourcall agent --with claude, killed at its question, resumes with the answer", async () => {
  const hub = await startHub();
  const { api, place } = await setUpClaude({ gone: [["Hm.", ask("Which fruit?")], ["Apples it is."]] });
  const env = { ...place.env };
  const args = ["agent", "--with", "claude"];
  const first = hub.start([...args, "[gone] Go."], { env });
  await first.says("waiting for an answer");
  const [, id = ""] = /yourcall answer (ask_\w+)/.exec(first.stderr()) ?? [];
  first.kill("SIGKILL");
  await first.ended;
  expect((await hub.run(["answer", id, "--select", "Apples"])).code).toBe(0);
  const again = await hub.run([...args, "--resume"], { env });
  expect(again).toMatchObject({ code: 0, stdout: "Apples it is.\n" });
  expect((await api.resultOf("toolu_gone_0_1")).text).toContain('"Which fruit?"="Apples"');
});

testWithClaude(
  "yourcall agent --with claude --json writes the same lines as the built-in agent, and the host answers",
  async () => {
    const { api, place } = await setUpClaude({ json: [[ask("Which fruit?")], ["Done."]] });
    const child = spawn(process.execPath, [yourcall, "agent", "--with", "claude", "--json", "[json] Go."], {
      cwd: place.cwd,
      env: { ...place.env, YOURCALL_HOME: place.config },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await closed;
    });
    const types: string[] = [];
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text);
      types.push(line.type);
      const answers = [{ question: "Which fruit?", selectedOptions: ["Apples"] }];
      if (line.type === "ask_user_question")
        child.stdin.write(`${JSON.stringify({ type: "ask_user_question_response", id: line.id, answers })}\n`);
      if (line.type === "done" || line.type === "error") child.stdin.end();
    }
    await closed;
    expect(types.slice(0, 2)).toEqual(["tool_start", "ask_user_question"]);
    expect(types.at(-1)).toBe("done");
    expect((await api.resultOf("toolu_json_0_0")).text).toContain('"Which fruit?"="Apples"');
  },
);
