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
const widths = [80, 120];

describe.each(widths)("at %i columns", (columns) => {
  test("--format value prints the chosen labels, one per line, and typed answers unchanged", async () => {
    const terminal = await ask([features], { columns, args: ["--format", "value"] });
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
    ["yes", ["1"], 0, ""],
    ["no", ["2"], 1, ""],
    ["own words", ["3", "later", "enter"], 1, "later\n"],
    ["declined", ["x", "y"], 3, ""],
    ["interrupted", ["ctrl+c"], 130, ""],
  ])("confirm: %s", async (_, keys, code, stdout) => {
    const terminal = openTerminal(["confirm", "Deploy build 318?"], { columns });
    await terminal.ready();
    expect(terminal.screen()).toContain("Deploy build 318?");
    for (const key of keys) {
      if (key === "y") await terminal.see("Keep answering");
      terminal.press(key);
      if (key === "later") await terminal.see("later");
    }
    expect(await terminal.exited).toEqual({ code, stdout });
  });

  test("2>file: the prompt is drawn on the terminal and follows its size, and the outcome is printed", async () => {
    const file = join(temporaryDirectory(), "errors");
    const terminal = openTerminal(["confirm", "Deploy?"], { columns, shell: `"$@" 2>'${file}'; echo "code $?"` });
    await terminal.ready();
    expect(terminal.screen()).toContain("1 > ○ Yes");
    terminal.resize(columns - 20, 24);
    await terminal.see(new RegExp(`^╰─{${columns - 22}}$`, "m"));
    terminal.press("2");
    await terminal.see("code 1");
    expect(terminal.everything()).toContain("✔ Confirm: No");
    expect(readFileSync(file, "utf8")).toBe("");
  });
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
    terminal.type("yourcall conf\t");
    await terminal.see("yourcall confirm ");
    terminal.type("--time\t");
    await terminal.see("yourcall confirm --timeout ");
    terminal.press("ctrl+u");
    terminal.type(`yourcall wait ${id.slice(0, -4)}\t`);
    await terminal.see(`yourcall wait ${id}`);
  });

  test.each([["bash"], ["zsh"], ["fish"]])("there is a script for %s", async (shell) => {
    const { code, stdout } = await (await hub()).run(["completion", shell]);
    expect({ code, asks: stdout.includes("yourcall completion --words -- ") }).toEqual({ code: 0, asks: true });
  });

  testWith("zsh")("zsh completes", async () => {
    const terminal = await completed("zsh -f -i", "");
    terminal.type("autoload -U compinit; compinit -u -D; source <(yourcall completion zsh); echo loaded\r");
    await terminal.see(/^loaded/m);
    terminal.type("yourcall conf\t");
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
