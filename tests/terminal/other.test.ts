import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("Other, for your own answer", () => {
  test("takes every letter and digit as text, even shortcuts", async () => {
    const terminal = await ask([database]);
    terminal.press("end");
    terminal.type("xsnajk?12 no");
    await terminal.see("4 > ○ Other: xsnajk?12 no");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "xsnajk?12 no" }]);
    expect(terminal.everything()).toBe('✔ Database: "xsnajk?12 no"');
  });

  test("shows the cursor where the text goes and what the keys do", async () => {
    const terminal = await ask([database]);
    expect(terminal.cursorVisible()).toBe(false);
    terminal.press("o");
    terminal.type("DuckDB");
    expect(await terminal.see("Other: DuckDB")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
      │
      │  Which database should we use for this project?
      │
      │  1   ○ PostgreSQL (Recommended)
      │        Robust relational DB, great for complex queries
      │
      │  2   ○ MongoDB
      │        Document DB, flexible schema for rapid development
      │
      │  3   ○ SQLite
      │        Embedded DB, zero configuration, good for small apps
      │
      │  4 > ○ Other: DuckDB
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        enter choose and send • ctrl+j newline • ctrl+g editor • esc leave"
    `);
    expect(terminal.cursorVisible()).toBe(true);
    expect(terminal.cursor()).toEqual({ row: 13, column: "│  4 > ○ Other: DuckDB".length });
  });

  test("is refused with a message while empty, and nothing is sent", async () => {
    const terminal = await ask([database]);
    terminal.press("4", "enter");
    expect(await terminal.see("✖ Other is empty. Type your answer, or pick an option.")).toContain("4 > ○ Other:");
    terminal.type("   ");
    terminal.press("enter");
    await terminal.see("✖ Other is empty");
    terminal.type("Redis");
    await terminal.gone("✖");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "Redis" }]);
  });

  describe("with text, while an option is chosen", () => {
    async function typedAndChosen() {
      const terminal = await ask([database]);
      terminal.press("o");
      terminal.type("DuckDB");
      terminal.press("up");
      await terminal.see("3 > ○ SQLite");
      terminal.press("enter");
      expect(await terminal.see('You also wrote "DuckDB".')).toContain(
        "enter send SQLite only • n add it as a note • esc back",
      );
      return terminal;
    }

    test("Enter sends only the option and shows what was not sent", async () => {
      const terminal = await typedAndChosen();
      terminal.press("enter");
      expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["SQLite"] }]);
      expect(terminal.everything()).toBe('✔ Database: SQLite\n  Not sent: Other "DuckDB"');
    });
  });
});
