import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { features } from "../support/asks.ts";
import { temporaryDirectory, useHub } from "../support/hub.ts";
import { answerElsewhere, textQuestion } from "../support/inbox.ts";
import { testWith } from "../support/needs.ts";
import { ask } from "../support/prompt.ts";
import { openTerminal, type TerminalOptions, yourcall } from "../support/terminal.ts";

const hub = useHub();
test("--format value prints the chosen labels, one per line, and typed answers unchanged", async () => {
  const terminal = await ask([features], { args: ["--format", "value"] });
  terminal.press("3", "1", "o");
  await terminal.see("type your answer");
  terminal.type("dark mode");
  await terminal.see("dark mode");
  terminal.press("enter");
  await terminal.see("enter send 3 chosen");
  terminal.press("enter");
  expect(await terminal.exited).toEqual({ code: 0, stdout: "Tailwind CSS\nTypeScript\ndark mode\n" });
});

test.each([
  ["y", ["y", "enter"], [], 0],
  ["n o and two Enters", ["n", "o", "enter", "enter"], [], 1],
  ["an empty Enter with --default yes", ["enter"], ["--default", "yes"], 0],
  ["interrupted", ["ctrl+c"], [], 130],
])("confirm: %s", async (_, keys, args, code) => {
  const terminal = openTerminal(["confirm", "Deploy build 318?", ...args]);
  await terminal.ready();
  expect(terminal.screen()).toContain("Deploy build 318?");
  terminal.press(...keys);
  expect(await terminal.exited).toEqual({ code, stdout: "" });
});

test("confirm refuses anything but yes and no in one sentence, and Esc leads to the decline page", async () => {
  const terminal = openTerminal(["confirm", "Deploy build 318?"]);
  await terminal.ready();
  expect(terminal.screen()).toContain("[y/N]");
  terminal.type("x sometime");
  terminal.press("enter");
  expect(await terminal.see('"x sometime" is neither yes nor no.')).not.toMatch(/Other|note|skip/);
  terminal.press("escape");
  await terminal.see("Keep answering");
  terminal.press("y");
  expect(await terminal.exited).toEqual({ code: 3, stdout: "" });
});

test("confirm --accessible takes yes or no, and an empty line for no", async () => {
  for (const [line, code] of [
    ["YES", 0],
    ["", 1],
  ] as const) {
    const terminal = openTerminal(["confirm", "Deploy build 318?", "--accessible"]);
    await terminal.see("y or n, or an empty line for no:");
    terminal.type("s\r");
    await terminal.see('"s" is neither yes nor no.');
    terminal.type(`${line}\r`);
    expect(await terminal.exited).toEqual({ code, stdout: "" });
  }
});

test("--format value exits with 7 and one sentence if a question was skipped", async () => {
  const terminal = await ask([features], { args: ["--format", "value"] });
  terminal.press("s");
  await terminal.see("Skip it?");
  terminal.press("enter");
  expect(await terminal.exited).toEqual({ code: 7, stdout: "" });
  expect(terminal.everything()).toContain("No preference: a question was skipped, and has no value.");
});

test("2>file: the prompt is drawn on the terminal and follows its size, and the outcome is printed", async () => {
  const file = join(temporaryDirectory(), "errors");
  const terminal = openTerminal(["confirm", "Deploy?"], { shell: `"$@" 2>'${file}'; echo "code $?"` });
  await terminal.ready();
  expect(terminal.screen()).toContain("> No");
  terminal.resize(60, 24);
  await terminal.see(/^╰─{58}$/m);
  terminal.press("n", "enter");
  await terminal.see("code 1");
  expect(terminal.everything()).toContain("✔ Confirm: No");
  expect(readFileSync(file, "utf8")).toBe("");
});

test("confirm exits with 2 for anything that fails, and 4 if nobody answers", async () => {
  const run = async (args: string[], env = {}) => (await hub()).run(["confirm", ...args], { env });
  expect(await run([])).toMatchObject({ code: 2 });
  expect(await run(["Deploy?", "--foo"])).toMatchObject({ code: 2 });
  expect(await run(["  "])).toMatchObject({ code: 2, stdout: "" });
  expect(await run(["Deploy?"], { YOURCALL_HOME: "/proc/none" })).toMatchObject({ code: 2, stdout: "" });
  expect(await run(["Deploy?", "--timeout", "1s"])).toMatchObject({ code: 4, stdout: "" });
});

/** 2>file while the person is not looking at this command, or an agent runs it. */
const unseen: [string, TerminalOptions][] = [
  ["in the background", { shell: 'set -m; "$@" 2>/dev/null & wait; echo "code $?"' }],
  ["in an agent's environment", { shell: '"$@" 2>/dev/null; echo "code $?"', env: { CLAUDECODE: "1" } }],
];
test.each(unseen)("2>file %s: one line on the terminal says where to answer", async (_, options) => {
  const { directory, client, ...running } = await hub();
  const env = { YOURCALL_HOME: directory, ...options.env };
  const terminal = openTerminal(["confirm", "Unseen?"], { ...options, env });
  const screen = await terminal.see(/yourcall answer ask_\w+/);
  expect(screen).not.toContain("○");
  const [pending] = (await client("human").list({ status: "pending", q: "Unseen" })).asks;
  if (pending === undefined) throw new Error(screen);
  await answerElsewhere({ directory, client, ...running }, pending, "Yes");
  await terminal.see("code 0");
});

describe("completion", () => {
  const completed = async (shell: string, script: string) => {
    const { directory } = await hub();
    const bin = temporaryDirectory("bin");
    writeFileSync(join(bin, "yourcall"), `#!/bin/sh\nexec ${process.execPath} ${yourcall} "$@"\n`, { mode: 0o755 });
    return openTerminal([], {
      stdoutOnTerminal: true,
      shell: `exec ${shell}`,
      env: { YOURCALL_HOME: directory, PATH: `${bin}:${process.env.PATH}`, SCRIPT: script, PS1: "$ " },
    });
  };

  test("bash completes commands, options and the ids of pending asks", async () => {
    const { id } = await (await hub()).ask([textQuestion("Bash", "Completed in bash?")]);
    const terminal = await completed("bash --norc --noprofile -i", "");
    await terminal.see(/[$#]\s*$/);
    terminal.type("source <(yourcall completion bash); echo loaded\r");
    await terminal.see(/^loaded/m);
    terminal.type("yourcall confir\t");
    await terminal.see("yourcall confirm ");
    terminal.type("--time\t");
    await terminal.see("yourcall confirm --timeout ");
    terminal.press("ctrl+u");
    terminal.type(`yourcall wait ${id.slice(0, -4)}\t`);
    await terminal.see(`yourcall wait ${id}`);
  });

  testWith("zsh")("zsh completes", async () => {
    const terminal = await completed("zsh -f -i", "");
    terminal.type("autoload -U compinit; compinit -u -D; source <(yourcall completion zsh); echo loaded\r");
    await terminal.see(/^loaded/m);
    terminal.type("yourcall confir\t");
    await terminal.see("yourcall confirm ");
  });

  testWith("fish")("fish completes", async () => {
    const terminal = await completed(
      `fish --no-config -C 'yourcall completion fish | source' -c 'complete -C "yourcall conf"'`,
      "",
    );
    await terminal.see(/^confirm/m);
  });
});
