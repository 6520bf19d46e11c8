import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { step, steppingClock } from "../support/clocks.ts";
import { answersOf, ask } from "../support/prompt.ts";
import { commandOf, openTerminal } from "../support/terminal.ts";

// key-guard.test.ts tests the default. Here the guard is long enough for slow machines, and a step of the clock ends it, for Enter too.
const env = { YOURCALL_KEY_GUARD_MS: "60000", ...steppingClock(121_000) };

describe("keys meant for something else", () => {
  test("Enter, digits, Space and Tab right after the question appears do nothing", async () => {
    for (const keys of [["enter"], ["2"], ["tab"]]) {
      const terminal = await ask([database], { env });
      terminal.press(...keys, "down");
      expect(await terminal.see("2 > ○ MongoDB")).toContain("╭─ Database ─╮");
    }
  });

  test("what was typed before the first frame is dropped", async () => {
    const terminal = openTerminal(["ask", askFile(database)]);
    terminal.type("2\r\r3\r");
    await terminal.ready();
    terminal.press("down", "down");
    await terminal.see("3 > ○ SQLite");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["SQLite"] }]);
  });

  test("the guard starts again when the terminal gets the focus", async () => {
    const terminal = await ask([database], { env });
    terminal.type("x");
    await terminal.see("Typing ignored");
    step(commandOf(terminal));
    await terminal.gone("Typing ignored");
    terminal.press("focus-in", "2", "enter", "down");
    expect(await terminal.see("2 > ○ MongoDB")).toContain("╭─ Database ─╮");
  });

  test("YOURCALL_KEY_GUARD_MS sets the time, 0 turns it off", async () => {
    const off = await ask([database], { env: { YOURCALL_KEY_GUARD_MS: "0" } });
    off.press("2");
    expect(await answersOf(off)).toEqual([{ selectedOptions: ["MongoDB"] }]);
    const long = await ask([database], { env: { YOURCALL_KEY_GUARD_MS: "60000" } });
    long.press("2", "enter", "down");
    await long.see("2 > ○ MongoDB");
  });

  test("an Esc key is recognized after 50 ms, or after YOURCALL_ESC_MS", async () => {
    const terminal = await ask([database], { env: { YOURCALL_ESC_MS: "5000" } });
    terminal.press("escape");
    terminal.press("[B");
    await terminal.see("2 > ○ MongoDB");
  });
});
