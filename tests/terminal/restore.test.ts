import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { brokenClock } from "../support/clocks.ts";
import { ask, openAsk } from "../support/prompt.ts";
import { openTerminal, type TestTerminal } from "../support/terminal.ts";

// Prints the process that asks, then its exit code and the state of the terminal.
const shell = `sh -c 'echo "pid $$" >&2; exec "$@"' sh "$@" >/dev/tty; echo "code $?"; stty -a`;

async function endedAs(terminal: TestTerminal, code: number): Promise<string> {
  await terminal.exited;
  const everything = terminal.everything();
  expect(everything).toContain(`code ${code}\n`);
  const settings = everything.slice(everything.indexOf("speed"));
  for (const setting of ["icanon", "echo", "isig", "icrnl", "opost"])
    expect(settings).toMatch(new RegExp(`[ ;\\n]${setting}[ ;\\n]`));
  expect(terminal.modes).toEqual({ bracketedPaste: false, focusReports: false });
  expect(terminal.cursorVisible()).toBe(true);
  expect(everything).not.toContain("╭─");
  return everything;
}

function pidOf(terminal: TestTerminal): number {
  return Number(/pid (\d+)/.exec(terminal.everything())?.[1]);
}

describe("the terminal is restored", () => {
  test("after an answer", async () => {
    const terminal = await ask([database], { shell });
    expect(terminal.modes).toEqual({ bracketedPaste: true, focusReports: true });
    expect(terminal.cursorVisible()).toBe(false);
    terminal.press("enter");
    await endedAs(terminal, 0);
  });

  test("after Ctrl-C: exit code 130, and typed text can still be copied", async () => {
    const terminal = await ask([database], { shell });
    terminal.press("n");
    terminal.type("a note of mine");
    terminal.press("enter", "o");
    terminal.type("DuckDB");
    await terminal.see("Other: DuckDB");
    terminal.press("ctrl+c");
    const everything = await endedAs(terminal, 130);
    expect(everything).toContain("yourcall: Interrupted. The ask was withdrawn and nothing was answered.");
    expect(everything).toContain('  Not sent: Other "DuckDB"');
    expect(everything).toContain('  Not sent: note "a note of mine"');
    expect(everything).not.toContain('"status"');
  });

  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    test(`after ${signal}`, async () => {
      const terminal = await ask([database], { shell });
      process.kill(pidOf(terminal), signal);
      const everything = await endedAs(terminal, 130);
      expect(everything).not.toContain('"status"');
    });
  }

  test("after the ask expired", async () => {
    const terminal = openAsk([database], { shell, args: ["--timeout", "300ms"] });
    await terminal.exited;
    expect(terminal.everything()).toContain("code 4\n");
    expect(terminal.everything()).toMatch(/[ ;\n]icanon[ ;\n]/);
    expect(terminal.modes).toEqual({ bracketedPaste: false, focusReports: false });
    expect(terminal.cursorVisible()).toBe(true);
  });

  test("after an error: an undelivered outcome is not reported as sent", async () => {
    const terminal = await ask([database], { shell: shell.replace(">/dev/tty", ">/dev/full") });
    terminal.press("enter");
    const everything = await endedAs(terminal, 1);
    expect(everything).toContain("Could not write to standard output: ENOSPC");
    expect(everything).not.toContain("✔");
    expect(everything).not.toMatch(/\n\s+at /);
  });

  test("after an error of our own in the middle of a frame", async () => {
    const terminal = await ask([database], { shell, args: ["--timeout", "1h"], env: brokenClock });
    // Break the countdown's clock while the question is on the screen.
    process.kill(pidOf(terminal), "SIGUSR2");
    const everything = await terminal.exited.then(() => terminal.everything());
    expect(everything).toContain("code 1\n");
    expect(everything).toMatch(/[ ;\n]icanon[ ;\n]/);
    expect(terminal.modes).toEqual({ bracketedPaste: false, focusReports: false });
    expect(terminal.cursorVisible()).toBe(true);
  });
});

describe("Ctrl-Z", () => {
  test("is not needed in the background: the shell stops the command, and fg draws the question once", async () => {
    const terminal = openTerminal(["ask", askFile(database)], {
      shell: 'set -m; "$@" & until ps -o stat= -p $! | grep -q T; do sleep 0.01; done; fg >/dev/null; echo "code $?"',
      stdoutOnTerminal: true,
    });
    await terminal.ready();
    terminal.press("down");
    await terminal.see("> ○ MongoDB");
    expect(terminal.everything().match(/Which database/g)).toHaveLength(1);
  });

  test("returns to the shell, and fg shows the question again with the choices made", async () => {
    const terminal = openTerminal(["ask", askFile(database)], {
      shell: `export ASK="$*"; PS1='shell> ' exec bash --norc --noprofile -i`,
    });
    await terminal.see("shell>");
    terminal.type("$ASK --format text\r");
    await expect.poll(() => terminal.modes.focusReports, { interval: 5 }).toBe(true);
    terminal.press("down", "space");
    await terminal.see("2 > ● MongoDB");
    terminal.press("ctrl+z");
    expect(await terminal.see(/Stopped[^\n]*\n(.*\n)*shell>/)).not.toContain("╭─");
    expect(terminal.cursorVisible()).toBe(true);
    terminal.type("stty -a | tr '; ' '\\n' | grep -x -e icanon -e echo; echo done\r");
    await terminal.see(/^icanon\necho\ndone$/m);
    terminal.type("fg\r");
    await terminal.see("2 > ● MongoDB");
    await terminal.ready();
    terminal.press("enter");
    await terminal.see("✔ Database: MongoDB");
    terminal.type("exit\r");
    await terminal.exited;
  });

  test("without job control the question stays", async () => {
    const terminal = await ask([database]);
    terminal.press("ctrl+z");
    // Turned off and on again within a moment.
    await expect.poll(() => terminal.raw(), { interval: 5 }).toMatch(/\?2004l.*\?2004h/s);
    await terminal.see("? keys");
    terminal.press("2");
    expect((await terminal.exited).code).toBe(0);
  });

  test("a prompt that something else stopped and continued takes a paste as a paste again", async () => {
    const terminal = await ask([database], { shell: 'exec "$@"' });
    const before = terminal.raw().length;
    terminal.kill("SIGCONT");
    await expect.poll(() => terminal.raw().slice(before), { interval: 5 }).toContain("\x1b[?2004h\x1b[?1004h");
  });
});
