import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { openTerminal } from "../support/terminal.ts";

describe("a single-select question alone", () => {
  test("is drawn with nothing chosen and the recommended option focused", async () => {
    const terminal = openTerminal(["ask", askFile(database)]);
    await terminal.see("? keys");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Database ─╮
      │
      │  Which database should we use for this project?
      │
      │  1 > ○ PostgreSQL (Recommended)
      │        Robust relational DB, great for complex queries
      │
      │  2   ○ MongoDB
      │        Document DB, flexible schema for rapid development
      │
      │  3   ○ SQLite
      │        Embedded DB, zero configuration, good for small apps
      │
      │  4   ○ Other
      │        Type something else…
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        ↑↓ move • enter choose and send • tab review • x decline • ? keys"
    `);
  });

  test("is answered with Enter: the outcome alone on stdout, one line in the scrollback", async () => {
    const terminal = openTerminal(["ask", askFile(database)]);
    await terminal.ready();
    terminal.press("down", "enter");
    const { code, stdout } = await terminal.exited;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^ask_[0-9A-Z]{26}$/),
      status: "answered",
      answers: [{ question: database.question, header: "Database", selectedOptions: ["MongoDB"] }],
      by: { surface: "terminal", act: "submit", user: "ana" },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(terminal.everything()).toBe("✔ Database: MongoDB");
  });
});
