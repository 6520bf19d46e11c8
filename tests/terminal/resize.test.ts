import { describe, expect, test } from "vitest";
import { database, features } from "../support/asks.ts";
import { ask } from "../support/prompt.ts";
import type { TestTerminal } from "../support/terminal.ts";

/** How many frames are on the screen, counted by their first line. */
function frames(screen: string): number {
  return screen.match(/╭─/g)?.length ?? 0;
}

/** The screen of a prompt started at this size with these keys, which a resized one must equal. */
async function fresh(columns: number, rows: number, press: (terminal: TestTerminal) => void = () => {}) {
  const terminal = await ask([database], { columns, rows });
  press(terminal);
  terminal.press("end", "home");
  return terminal.see("1 > ");
}

describe("resizing while the question is open", () => {
  test("at every size there is one clean frame, as if started at that size, and nothing of an earlier one", async () => {
    const terminal = await ask([database]);
    const before = terminal.screen();
    for (const [columns, rows] of [
      [120, 40],
      [40, 24],
      [50, 10],
      [20, 8],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      const wanted = columns === 80 ? before : await fresh(columns, rows);
      await expect.poll(() => terminal.screen(), { interval: 5 }).toBe(wanted);
    }
    expect(frames(terminal.screen())).toBe(1);
  });

  test("earlier output stays above", async () => {
    const terminal = await ask([database], { shell: `echo 'a line before'; "$@" >/dev/null` });
    terminal.resize(60, 24);
    expect(await terminal.see(/╰─{58}\n/)).toMatch(/^a line before\n╭─ Database ─╮\n│\n/);
    terminal.resize(100, 30);
    const screen = await terminal.see(/╰─{98}\n/);
    expect(screen).toMatch(/^a line before\n╭─ Database ─╮\n│\n/);
    expect(frames(screen)).toBe(1);
  });

  test("on a full screen, shrinking and growing in height: still one frame, and nothing above it is lost", async () => {
    const filled = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
    const terminal = await ask([database], { shell: `for i in $(seq 40); do echo "line $i"; done; "$@" >/dev/null` });
    terminal.resize(80, 10);
    await terminal.see(/^╭─ Database ─╮\n(?!│\n)/);
    terminal.resize(80, 24);
    const screen = await terminal.see(/╭─ Database ─╮\n│\n/);
    expect(screen).toMatch(/enter choose and send.*$/);
    expect(frames(screen)).toBe(1);
    expect(terminal.everything()).toMatch(new RegExp(`^${filled.join("\n")}\n`));
  });

  test("a field keeps its text and its cursor", async () => {
    const terminal = await ask([features]);
    terminal.press("o");
    terminal.type("dark mode and a switch for it in the header of every page of the application");
    await terminal.see("application");
    for (const [columns, rows] of [
      [100, 30],
      [120, 12],
      [130, 24],
    ] as const) {
      terminal.resize(columns, rows);
      await terminal.see(new RegExp(`╰─{${columns - 2}}\n`));
      expect(frames(terminal.screen())).toBe(1);
      terminal.type("!");
      const lines = (await terminal.see("!")).split("\n");
      const row = lines.findIndex((line) => line.endsWith("!"));
      expect(terminal.cursor()).toEqual({ row, column: lines[row]?.length });
      terminal.press("backspace");
      await terminal.gone("!");
    }
  });
});
