import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HubClient } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import type { QuestionAnswer } from "@yourcall/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { homeOfBackgroundHub, hubIn } from "./support/background-hub.ts";
import { waiting } from "./support/find-ask.ts";
import { type Ended, startCommand, temporaryDirectory, useHub } from "./support/hub.ts";
import { openTerminal, root, type TestTerminal, yourcall } from "./support/terminal.ts";

/** The code blocks of an example's README, in their order. */
function readmeOf(example: string): string[] {
  const text = readFileSync(join(root, "examples", example, "README.md"), "utf8");
  return [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, block = ""]) => block.trimEnd());
}

/** An environment with `yourcall` on the PATH, as the READMEs assume. */
function installed(home: string): { PATH: string; YOURCALL_HOME: string } {
  const bin = temporaryDirectory("bin");
  writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec "${process.execPath}" "${yourcall}" "$@"\n`);
  chmodSync(join(bin, "yourcall"), 0o755);
  return { PATH: `${bin}:${process.env.PATH}`, YOURCALL_HOME: home };
}

/** A person's shell on a terminal, in the repository. */
async function openShell(env: Record<string, string>): Promise<TestTerminal> {
  const terminal = openTerminal([], { env, shell: "PS1='$ ' exec bash --norc --noprofile -i" });
  await terminal.see(/^\$/);
  return terminal;
}

interface Script {
  /** Resolves once the question is pending in the hub. */
  readonly asked: Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Runs a shell line without any terminal, not even a controlling one. */
function runScript(line: string, env: Record<string, string>): Script {
  const child = spawn("/bin/bash", ["-c", line], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, LANG: "C.UTF-8", USER: "ana", ...env },
  });
  let stdout = "";
  let stderr = "";
  const asked = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    if (stderr.includes("waiting for an answer")) asked.resolve();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await ended;
  });
  return { asked: Promise.race([asked.promise, ended.then(() => {})]), ended };
}

/** The id that `yourcall list` shows for the only pending ask. */
async function idFromList(env: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await startCommand(["list"], { env }).ended;
  const [, id] = /^(\w+) .*\n$/.exec(stdout) ?? [];
  if (id === undefined) throw new Error(`Not one ask waits:\n${stdout}${stderr}`);
  return id;
}

describe("examples/first-ask", () => {
  test("is answered in this terminal", async () => {
    const terminal = openTerminal(["ask", "examples/first-ask/ask.json"]);
    await terminal.ready();
    expect(terminal.screen()).toContain("1 > ○ PostgreSQL (Recommended)");
    terminal.press("enter");
    const { code, stdout } = await terminal.exited;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      status: "answered",
      answers: [{ header: "Database", selectedOptions: ["PostgreSQL (Recommended)"] }],
    });
  });
});

describe("examples/shell-script", () => {
  const line = "examples/shell-script/deploy.sh";
  const getHub = useHub();

  async function deploy(more: Record<string, string> = {}): Promise<{ script: Script; person: HubClient }> {
    const { directory, client } = await getHub();
    const env = { YOURCALL_HOME: directory, YOURCALL: `${process.execPath} ${yourcall}`, ...more };
    return { script: runScript(line, env), person: client("human") };
  }

  test.each<[Partial<QuestionAnswer>, string]>([
    [{ selectedOptions: ["Canary (Recommended)"] }, "Deploying to one machine.\n"],
    [{ selectedOptions: ["Everywhere"] }, "Deploying to all machines.\n"],
    [{ selectedOptions: ["Not today"] }, "Nothing was deployed.\n"],
    [{ skipped: true }, "Deploying to one machine.\n"],
  ])("without a terminal, answered with %j", async (answer, says) => {
    const { script, person } = await deploy();
    await answerWith(person, answer);
    expect(await script.ended).toMatchObject({ code: 0, stdout: says });
  });

  test.each(["Only the cart", '"selectedOptions":["Everywhere"]', '"skipped":true'])(
    "does not act on free text: %s",
    async (words) => {
      const { script, person } = await deploy();
      await answerWith(person, { customInput: words });
      const { code, stdout } = await script.ended;
      expect(code).toBe(1);
      const [, outcome = ""] = /^An answer in your own words needs a person to read it: (.*)\n$/.exec(stdout) ?? [];
      expect(JSON.parse(outcome).answers).toMatchObject([{ selectedOptions: [], customInput: words }]);
    },
  );

  test("deploys nothing when the question is declined, withdrawn, not answered in time or cannot be asked", async () => {
    const { script: declined, person } = await deploy();
    await person.decline((await waiting(person)).id, { reason: "not on a Friday" });
    expect(await declined.ended).toMatchObject({ code: 0, stdout: "Declined. Nothing was deployed.\n" });
    const { script: withdrawn } = await deploy();
    await person.cancel((await waiting(person)).id);
    expect(await withdrawn.ended).toMatchObject({
      code: 1,
      stdout: "The question was withdrawn. Nothing was deployed.\n",
    });
    const [late, wrong] = await Promise.all(
      ["1s", "soon"].map(async (TIMEOUT) => (await deploy({ TIMEOUT })).script.ended),
    );
    expect(late).toMatchObject({ code: 1, stdout: "Nobody answered in time. Nothing was deployed.\n" });
    expect(wrong).toMatchObject({
      code: 1,
      stdout: "The question could not be asked (exit 2). Nothing was deployed.\n",
    });
  });

  async function answerWith(person: HubClient, answer: Partial<QuestionAnswer>): Promise<void> {
    const { id, questions } = await waiting(person);
    const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: [], ...answer }));
    await person.answer(id, { answers, surface: "web", act: "click" });
  }

  test("on a terminal the question appears there", async () => {
    const terminal = openTerminal([], { shell: `YOURCALL="$*" ${line}` });
    await terminal.ready();
    terminal.press("2");
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.everything()).toBe("✔ Deploy: Everywhere\nDeploying to all machines.");
  });

  test("the commands in its README work one after the other", async () => {
    const [onTerminal, elsewhere = ""] = readmeOf("shell-script");
    expect(onTerminal).toBe(line);
    const [start = "", list, answer = ""] = elsewhere.split("\n");
    expect(list).toBe("yourcall list");
    const home = homeOfBackgroundHub();
    const env = installed(home);
    // The README's command hides this output, so the test waits for it.
    const script = runScript(`${start.replace("2>/dev/null", "")} wait`, env);
    await script.asked;
    const id = await idFromList({ YOURCALL_HOME: home });
    const { code } = await runScript(answer.replace("ID", id), env).ended;
    expect(code).toBe(0);
    expect((await script.ended).stdout).toBe("Deploying to one machine.\n");
  });
});

describe("examples/two-terminals", () => {
  const [serve = "", ask = "", there = "", closing = "", stop = ""] = readmeOf("two-terminals");
  const [list, answer = ""] = there.split("\n");

  test("an answer in one terminal closes the prompt in the other, with the lines that the README shows", async () => {
    const home = homeOfBackgroundHub();
    const env = installed(home);
    const terminal = await openShell(env);
    terminal.type(`${serve}\r`);
    await terminal.see(" listens on ");
    terminal.type(`${ask}\r`);
    await terminal.see("? keys");
    expect(list).toBe("yourcall list");
    await expect
      .poll(() => runScript("yourcall list", env).ended)
      .toMatchObject({
        stdout: expect.stringMatching(/^\w+ .*Features .* \+1 .*\n$/),
      });
    const id = await idFromList({ YOURCALL_HOME: home });
    expect(await runScript(answer.replace("ID", id), env).ended).toMatchObject({ code: 0 });
    const screen = await terminal.see("answered in terminal");
    expect(screen.replace(/at \d\d:\d\d/, "at 14:31")).toContain(closing);
    expect(screen).not.toContain("╭─");
    terminal.type(`${stop}\r`);
    await terminal.see("The hub has stopped.");
    terminal.type("exit\r");
    await terminal.exited;
  });

  test("the question survives a killed hub", async () => {
    const home = homeOfBackgroundHub();
    const env = installed(home);
    const hub = startCommand(["serve", "--port", "0"], { env: { YOURCALL_HOME: home } });
    await hub.says(" listens on ");
    const before = await hubIn(home);
    const terminal = openTerminal(["ask", "examples/two-terminals/ask.json"], { env });
    await terminal.ready();
    await expect
      .poll(() => runScript("yourcall list", env).ended)
      .toMatchObject({
        stdout: expect.stringMatching(/Features .* \+1 /),
      });
    hub.kill("SIGKILL");
    await hubIn(home, before);
    const id = await idFromList({ YOURCALL_HOME: home });
    expect(await runScript(answer.replace("ID", id), env).ended).toMatchObject({ code: 0 });
    expect((await terminal.exited).code).toBe(0);
    expect(terminal.everything().replace(/at \d\d:\d\d/, "at 14:31")).toBe(closing);
  });
});

describe("examples/two-agents", () => {
  test("both agents ask at the same time, each continues with its own answer, and Ctrl-C leaves nothing behind", async () => {
    const [commands = "", printed = ""] = readmeOf("two-agents");
    const line =
      commands
        .split("\n")
        .at(-1)
        ?.replace(/^node /, "") ?? "";
    const home = temporaryDirectory("tmp");
    const example = spawn(process.execPath, [line], {
      cwd: root,
      env: { PATH: process.env.PATH, LANG: "C.UTF-8", TMPDIR: home },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(example, "exit");
    onTestFinished(async () => {
      example.kill("SIGKILL");
      await exited;
    });
    let said = "";
    example.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    await expect.poll(() => said).toContain("Enter makes another link.");
    expect(
      said
        .replace(/127\.0\.0\.1:\d+/, "127.0.0.1:…")
        .replace(/login=\S+/, "login=…")
        .trimEnd(),
    ).toBe(printed);
    const link = new URL(/http\S+/.exec(said)?.[0] ?? "");
    const stranger = createHubClient({ url: link.origin });
    const token = await stranger.login(link.hash.replace(/^#login=|\..*$/g, ""));
    const person = createHubClient({ url: link.origin, token });
    onTestFinished(() => [stranger, person].forEach((client) => void client.close()));

    const waiting = () => person.sessions.list().then(({ sessions }) => sessions.filter(({ asks }) => asks.length > 0));
    await expect.poll(async () => (await waiting()).map(({ agent }) => agent).sort()).toEqual(["loop", "reviewer"]);
    const choices: Record<string, string[]> = {
      reviewer: ["no"],
      loop: ["PostgreSQL", "allow-once", "allow-once", "Log everybody out once"],
    };
    for (const { id, agent } of await waiting())
      for (const choice of choices[agent] ?? []) {
        await expect.poll(async () => (await person.sessions.get(id)).asks).toHaveLength(1);
        const [ask = ""] = (await person.sessions.get(id)).asks;
        const { questions } = await person.get(ask);
        const answers = questions.map(({ question, header }) => ({ question, header, selectedOptions: [choice] }));
        await person.answer(ask, { answers, surface: "web", act: "click" });
        await expect.poll(async () => (await person.sessions.get(id)).asks).not.toContain(ask);
      }
    const lines = async () =>
      Object.fromEntries((await person.sessions.list()).sessions.map(({ agent, lastLine }) => [agent, lastLine]));
    await expect.poll(lines).toEqual({
      loop: "**Done.** Tell support that everybody has to log in once more.",
      reviewer: expect.stringContaining("Then I only say where it happens"),
    });
    const places = () => readdirSync(home).filter((name) => name.startsWith("yourcall-two-agents-"));
    const [place = ""] = places();
    expect(readFileSync(join(home, place, "shop/src/session.js"), "utf8")).toContain("new Pool(");
    example.kill("SIGINT");
    await exited;
    expect(places()).toEqual([]);
  });
});
