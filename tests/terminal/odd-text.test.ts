import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("text that is hard to lay out", () => {
  test("a word of 500 characters is broken, and every character is shown", async () => {
    const word = Array.from({ length: 500 }, (_, index) => "abcdefghij".charAt(index % 10)).join("");
    const terminal = await ask([{ ...database, question: word }], { rows: 40 });
    expect(terminal.screen().replace(/[^a-j]/g, "")).toContain(word);
    expect(
      Math.max(
        ...terminal
          .screen()
          .split("\n")
          .map((row) => row.length),
      ),
    ).toBeLessThan(80);
  });

  test("characters of two cells, combining marks and emoji keep the rail and the cursor in place", async () => {
    const question = { ...database, question: `数据库${"选择哪一个".repeat(20)}?`, header: "数据库" };
    const options = [
      { label: "e\u0301te\u0301", description: "combining marks: a\u0301e\u0301i\u0301o\u0301u\u0301" },
      { label: "👩‍👩‍👧‍👦 family 🇩🇪", description: "joined emoji ❤️ and flags" },
    ];
    const terminal = await ask([{ ...question, options }], { columns: 60 });
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ 数据库 ─╮
      │
      │  数据库选择哪一个选择哪一个选择哪一个选择哪一个选择哪一个
      │  选择哪一个选择哪一个选择哪一个选择哪一个选择哪一个选择哪
      │  一个选择哪一个选择哪一个选择哪一个选择哪一个选择哪一个选
      │  择哪一个选择哪一个选择哪一个选择哪一个?
      │
      │  1 > ○ été
      │        combining marks: áéíóú
      │
      │  2   ○ 👩‍👩‍👧‍👦 family 🇩🇪
      │        joined emoji ❤️ and flags
      │
      │  3   ○ Other
      │        Type something else…
      │
      ╰──────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • tab review • ? keys"
    `);
    terminal.press("end");
    terminal.type("数据");
    await terminal.see("Other: 数据");
    expect(terminal.cursor().column).toBe("│  3 > ○ Other: ".length + 4);
    terminal.press("left", "backspace");
    terminal.type("é👍🏽");
    await terminal.see("Other: é👍🏽据");
    terminal.press("backspace", "enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "é据" }]);
  });

  test("a question of 60 lines scrolls with PgDn and PgUp, the focused row stays", async () => {
    const question = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`).join("\n");
    const terminal = await ask([{ ...database, question }]);
    expect(await terminal.see("line 1.")).toContain("1 > ○ PostgreSQL");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       line 1.
       line 2.
       line 3.
       line 4.
       line 5.
       line 6.
       line 7.
       line 8.
       line 9.
       line 10.
       line 11.
       line 12.
       line 13.
       line 14.
       line 15.
       line 16.
      ↓line 17. … pgdn
       1 > ○ PostgreSQL (Recommended)
             Robust relational DB, great for complex queries
       2   ○ MongoDB …
       3   ○ SQLite …
       4   ○ Other
        ↑↓ move • enter choose and send • tab review • x decline • ? keys"
    `);
    terminal.press("pagedown");
    expect(await terminal.gone("line 1.")).toContain("1 > ○ PostgreSQL");
    terminal.press(...Array(10).fill("pagedown"));
    expect(await terminal.see("line 60.")).toContain("1 > ○ PostgreSQL");
    terminal.press(...Array(10).fill("pageup"));
    await terminal.see("line 1.");
    terminal.press("down", "enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
  });

  test("a long text in Other follows its cursor", async () => {
    const terminal = await ask([database], { columns: 40, rows: 12 });
    terminal.press("o");
    terminal.type(`${"all work and no play ".repeat(40)}END`);
    await terminal.see("END");
    expect(terminal.cursorVisible()).toBe(true);
    const { row, column } = terminal.cursor();
    expect(terminal.screen().split("\n")[row]?.slice(0, column)).toMatch(/END$/);
    terminal.press("home");
    const screen = await terminal.see("Other: all work");
    expect(terminal.cursor().column).toBe(screen.split("\n")[terminal.cursor().row]?.indexOf("all work"));
  });
});
