import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { startHub } from "../../support/hub.ts";
import { openTerminal, yourcall } from "../../support/terminal.ts";
import { labelled, setUpClaude } from "./sessions.ts";

function ask(question: string) {
  const one = { question, header: "Choice", options: labelled("Apples", "Pears"), multiSelect: false };
  return { tool: "AskUserQuestion", input: { questions: [one] } };
}

/** The processes that work in this directory. */
function processesIn(directory: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === directory;
    } catch {
      return false;
    }
  });
}

/** Resolves when the process has ended. */
async function gone(pid: number): Promise<void> {
  const isThere = () => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  await expect.poll(isThere).toBe(false);
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
  expect(terminal.everything()).toMatch(/To continue: yourcall agent --resume [0-9a-f-]{36}/);
});

testWithClaude(
  "a chat whose question is stopped, or whose process is killed at its question, continues without a hub",
  async () => {
    const { api, place } = await setUpClaude({
      // Claude itself adds a turn that says nothing where it was cut off.
      kept: [["Hm.", ask("Which fruit?")], ["?"], [ask("Which one now?")], ["Apples it is."]],
    });
    const open = (more: string) =>
      openTerminal([], {
        env: { ...place.env, YOURCALL_HOME: place.config },
        shell: `cd '${place.cwd}' && exec "$1" "$2" agent --with claude ${more}`,
        stdoutOnTerminal: true,
      });
    const first = open("'[kept] Go.'");
    await first.see("Which fruit?");
    await first.ready();
    first.press("ctrl+c");
    await first.see("Stopped. Write what to do instead");
    first.type("Ask something else.\r");
    await first.see("Which one now?");
    expect(api.requests.map(({ turn }) => turn)).toEqual([0, 2]);
    expect((await api.resultOf("toolu_kept_0_1")).text).toBe("The user stopped the turn.");
    await first.ready();
    first.kill("SIGKILL");
    await first.exited;

    const again = open("--resume");
    await again.see("Which one now?");
    await again.ready();
    again.press("1");
    await again.see("Apples it is.");
    expect((await api.resultOf("toolu_kept_2_0")).text).toContain('"Which one now?"="Apples"');
    expect(api.requests.map(({ turn }) => turn)).toEqual([0, 2, 3]);
  },
);

testWithClaude("closing the terminal keeps an approval, and on resume Claude is told what was decided", async () => {
  const hub = await startHub();
  const human = hub.client("human");
  const touch = { tool: "Bash", input: { command: "touch made", description: "Make it" } };
  const { api, place } = await setUpClaude({ closed: [[touch], ["?"], ["So be it."]] });
  const env = { ...place.env, YOURCALL_HOME: hub.directory };
  const terminal = openTerminal([], {
    env,
    shell: `cd '${place.cwd}' && exec "$1" "$2" agent --with claude '[closed] Go.'`,
    stdoutOnTerminal: true,
  });
  await terminal.see("touch made");
  await expect.poll(async () => (await human.list({ status: "pending" })).asks.length).toBe(1);
  terminal.hangUp();
  await gone(terminal.pid);
  const { asks } = await human.list({ status: "pending" });
  expect(asks).toMatchObject([{ kind: "approval", approval: { tool: "Bash" } }]);
  const [{ id = "", questions = [] } = {}] = asks;
  await human.answer(id, { answers: [{ question: questions[0]?.question ?? "", selectedOptions: ["allow-once"] }] });
  expect(api.requests).toHaveLength(1);

  const again = await hub.run(["agent", "--with", "claude", "--resume"], {
    env: place.env,
    through: ["/bin/sh", "-c", `cd '${place.cwd}' && exec "$@"`, "sh"],
  });
  expect(again).toMatchObject({ code: 0, stdout: "So be it.\n" });
  const told = JSON.stringify(api.requests.at(-1)?.messages);
  expect(told).toContain("You had asked for permission to use Bash");
  expect(told).toContain("The user has allowed this call. It has not run yet");
  expect(existsSync(join(place.cwd, "made"))).toBe(false);
  expect(api.requests).toHaveLength(2);
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
  "yourcall agent --with claude --json writes the same lines as the built-in agent; if its terminal is closed at a question, it resumes with the answer",
  async () => {
    const hub = await startHub();
    const human = hub.client("human");
    const touch = { tool: "Bash", input: { command: "touch made", description: "Make it" } };
    const { api, place } = await setUpClaude({
      json: [[ask("Which fruit?")], [ask("And now?")], [touch], ["?"], ["Done."]],
    });
    const answers = (question: string) => [{ question, selectedOptions: ["Apples"] }];

    async function play(args: string[], onAsk: (line: Line, child: ChildProcess) => unknown): Promise<string[]> {
      const child = spawn(process.execPath, [yourcall, "agent", "--with", "claude", "--json", ...args], {
        cwd: place.cwd,
        env: { ...place.env, YOURCALL_HOME: hub.directory },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const closed = once(child, "close");
      onTestFinished(async () => {
        child.kill("SIGKILL");
        await closed;
      });
      const types: string[] = [];
      for await (const text of createInterface({ input: child.stdout })) {
        const line: Line = JSON.parse(text);
        types.push(line.type);
        if (line.type === "ask_user_question") await onAsk(line, child);
        if (line.type === "done" || line.type === "error") child.stdin.end();
      }
      await closed;
      return types;
    }

    const types = await play(["[json] Go."], ({ id = "", questions = [] }, child) => {
      if (questions[0]?.question === "And now?") return child.kill("SIGHUP");
      const response = { type: "ask_user_question_response", id, answers: answers("Which fruit?") };
      return child.stdin?.write(`${JSON.stringify(response)}\n`);
    });
    expect(types.slice(0, 3)).toEqual(["started", "tool_start", "ask_user_question"]);
    expect(types.at(-1)).toBe("ask_user_question");
    expect((await api.resultOf("toolu_json_0_0")).text).toContain('"Which fruit?"="Apples"');
    const { asks } = await human.list({ status: "pending" });
    expect(asks).toMatchObject([{ questions: [{ question: "And now?" }] }]);
    await human.answer(asks[0]?.id ?? "", { answers: answers("And now?") });

    // Now Claude itself waits, for an approval. It dies with the command instead of continuing without it.
    await play(["--resume"], (_, child) => child.kill("SIGKILL"));
    expect((await api.resultOf("toolu_json_1_0")).text).toContain('"And now?"="Apples"');
    await expect.poll(() => processesIn(place.cwd)).toEqual([]);
    expect(api.requests.map(({ turn }) => turn)).toEqual([0, 1, 2]);

    const denied = await play(["--resume"], ({ id = "", questions = [] }, child) => {
      const answers = [{ question: questions[0]?.question, selectedOptions: ["deny"], notes: "not here" }];
      return child.stdin?.write(`${JSON.stringify({ type: "ask_user_question_response", id, answers })}\n`);
    });
    expect(denied.at(-1)).toBe("done");
    expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain("The user denied this call: Bash was not run.");
  },
);

interface Line {
  type: string;
  id?: string;
  questions?: { question: string }[];
}
