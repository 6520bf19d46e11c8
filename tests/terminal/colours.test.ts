import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { ask } from "../support/prompt.ts";
import type { TestTerminal } from "../support/terminal.ts";

const truecolor = { COLORTERM: "truecolor" };

/** The colours of the chip, the recommended mark, a description and the question. */
function colours(terminal: TestTerminal) {
  return {
    primary: terminal.styleOf("Database ─").color,
    success: terminal.styleOf("(Recommended)").color,
    muted: terminal.styleOf("Robust relational").color,
    body: terminal.styleOf("Which database").color,
  };
}
const dark = { primary: "#818cf8", success: "#34d399", muted: "#8593a9", body: "default" };
const light = { primary: "#4f46e5", success: "#047857", muted: "#5b6b82", body: "default" };
const sixteen = { primary: "12", success: "2", muted: "default", body: "default" };

describe("colours", () => {
  test("YOURCALL_THEME sets the background", async () => {
    expect(colours(await ask([database], { env: { ...truecolor, YOURCALL_THEME: "dark" } }))).toEqual(dark);
    expect(colours(await ask([database], { env: { ...truecolor, YOURCALL_THEME: "light" } }))).toEqual(light);
  });

  test("the terminal is asked for its background after the first frame, without waiting for the reply", async () => {
    const onDark = await ask([database], { env: truecolor, background: "#1e1e1e" });
    await expect.poll(() => colours(onDark), { interval: 5 }).toEqual(dark);
    const onLight = await ask([database], { env: truecolor, background: "#ffffff" });
    await expect.poll(() => colours(onLight), { interval: 5 }).toEqual(light);
  });

  test("a late reply recolours the frame and is not a key", async () => {
    const terminal = await ask([database], { env: truecolor });
    expect(colours(terminal)).toEqual(sixteen);
    const before = terminal.screen();
    terminal.type("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    await expect.poll(() => colours(terminal), { interval: 5 }).toEqual(light);
    expect(terminal.screen()).toBe(before);
  });

  test("the terminal is not asked if the background is known", async () => {
    const terminal = await ask([database], { env: { YOURCALL_THEME: "dark" } });
    terminal.press("down");
    await terminal.see("2 > ○ MongoDB");
    expect(terminal.raw()).not.toContain("\x1b]11;");
  });

  test("on an unknown background only the terminal's 16 colours are used, and faint for quiet text", async () => {
    const terminal = await ask([database], { env: truecolor });
    expect(colours(terminal)).toEqual(sixteen);
    expect(terminal.styleOf("Robust relational").dim).toBe(true);
    expect(terminal.raw()).not.toMatch(/38;[25];/);
  });

  test("the question is bold, and the focused row bold and coloured; the other rows are plain", async () => {
    const terminal = await ask([database], { env: { TERM: "xterm", YOURCALL_THEME: "light" } });
    expect(terminal.styleOf("Which database")).toEqual({ color: "default", bold: true, dim: false });
    expect(terminal.styleOf("PostgreSQL")).toEqual({ color: "4", bold: true, dim: false });
    expect(terminal.styleOf("MongoDB")).toEqual({ color: "default", bold: false, dim: false });
  });

  test("with NO_COLOR there is no styling and the terminal is not asked for its background", async () => {
    const terminal = await ask([database], { env: { ...truecolor, NO_COLOR: "1" } });
    terminal.press("down", "o");
    terminal.type("x");
    await terminal.see("Other: x");
    terminal.press("enter");
    await terminal.exited;
    expect(terminal.raw().replaceAll("\x1b[0m", "")).not.toMatch(/\p{Cc}\[[\d;]*m/u);
    expect(terminal.raw()).not.toContain("\x1b]");
  });

  test("the marks are ASCII if the locale is not UTF-8", async () => {
    const terminal = await ask([database], { env: { LANG: "C" } });
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "+- Database -+
      |
      |  Which database should we use for this project?
      |
      |  1 > ( ) PostgreSQL (Recommended)
      |          Robust relational DB, great for complex queries
      |
      |  2   ( ) MongoDB
      |          Document DB, flexible schema for rapid development
      |
      |  3   ( ) SQLite
      |          Embedded DB, zero configuration, good for small apps
      |
      |  4   ( ) Other
      |          Type something else...
      |
      +------------------------------------------------------------------------------
        up/down move * enter choose and send * tab review * x decline * ? keys"
    `);
    terminal.press("down", "space");
    await terminal.see("2 > (*) MongoDB");
    terminal.press("enter");
    await terminal.exited;
    expect(terminal.everything()).toBe("v Database: MongoDB");
    expect(terminal.raw()).toMatch(/^\p{ASCII}*$/u);
  });
});
