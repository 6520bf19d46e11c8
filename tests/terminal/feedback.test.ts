import { describe, expect, test } from "vitest";
import { database, features } from "../support/asks.ts";
import { ask } from "../support/prompt.ts";

/** The escape sequence of this colour. */
function foreground(hex: string): string {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `\x1b[38;2;${part(1)};${part(3)};${part(5)}m`;
}

describe("feedback", () => {
  test("a refusal turns the rail red for a moment, and its message stays red until the next key", async () => {
    const terminal = await ask([features], { env: { YOURCALL_THEME: "dark", COLORTERM: "truecolor" } });
    expect(terminal.styleOf("╭").color).toBe("#818cf8");
    terminal.press("enter");
    await terminal.see("✖ Nothing chosen.");
    expect(terminal.styleOf("✖ Nothing").color).toBe("#f87171");
    await expect.poll(() => terminal.styleOf("╭").color, { interval: 5 }).toBe("#818cf8");
    // A slow machine may miss the moment on screen, but it was written once.
    expect(terminal.raw().split(`${foreground("#f87171")}╭`)).toHaveLength(2);
    expect(terminal.styleOf("✖ Nothing").color).toBe("#f87171");
    terminal.press("down");
    await terminal.gone("✖");
  });

  test("the line that stays flashes once, on the success colour, after the outcome is on stdout", async () => {
    const terminal = await ask([database], {
      env: { YOURCALL_THEME: "dark", COLORTERM: "truecolor" },
      stdoutOnTerminal: true,
      args: ["--json"],
    });
    terminal.press("2");
    await terminal.exited;
    expect(terminal.raw()).toContain(`${foreground("#34d399").replace("[", "[7;")}✔ Database: MongoDB`);
    expect(terminal.styleOf("✔").color).toBe("#34d399");
    expect(terminal.styleOf("Database: MongoDB").color).toBe("default");
    const raw = terminal.raw();
    expect(raw.indexOf('"status":"answered"')).toBeGreaterThan(-1);
    expect(raw.indexOf('"status":"answered"')).toBeLessThan(raw.indexOf("✔"));
    expect(raw.split("✔ ")).toHaveLength(3);
  });

  test("without colours nothing flashes", async () => {
    const terminal = await ask([database], { env: { NO_COLOR: "1" } });
    terminal.press("2");
    await terminal.exited;
    expect(terminal.raw().split("✔ ")).toHaveLength(2);
  });

  test("a long confirmation is wrapped below its mark", async () => {
    const terminal = await ask([database], { columns: 40 });
    terminal.press("o");
    terminal.type("one two three four five six seven eight nine ten eleven twelve");
    await terminal.see("twelve");
    terminal.press("enter");
    await terminal.exited;
    expect(terminal.everything()).toMatchInlineSnapshot(`
      "✔ Database: "one two three four five
        six seven eight nine ten eleven
        twelve""
    `);
  });

  test("earlier output stays on the screen", async () => {
    const terminal = await ask([database], {
      rows: 20,
      shell: `for i in 1 2 3 4 5 6 7 8 9 10; do echo "line $i"; done; "$@" >/dev/null; echo after`,
    });
    terminal.press("2");
    await terminal.exited;
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
    expect(terminal.everything().split("\n")).toEqual([...lines, "✔ Database: MongoDB", "after"]);
  });
});
