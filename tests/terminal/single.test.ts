import { describe, expect, test } from "vitest";
import { askFile, database, features } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { answersOf, ask } from "../support/prompt.ts";
import { openTerminal } from "../support/terminal.ts";

const mongo = [{ selectedOptions: ["MongoDB"] }];
const sqlite = [{ selectedOptions: ["SQLite"] }];

describe("a lone single-select question", () => {
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

  test("is answered with Enter: only the outcome on stdout, one line in the scrollback", async () => {
    const terminal = openTerminal(["ask", askFile(database)]);
    await terminal.ready();
    terminal.press("enter");
    const { code, stdout } = await terminal.exited;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^ask_[0-9A-Z]{35}$/),
      status: "answered",
      answers: [{ question: database.question, header: "Database", selectedOptions: ["PostgreSQL (Recommended)"] }],
      by: { surface: "terminal", act: "submit", user: "ana", token: { id: "human", scope: "human" } },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(terminal.everything()).toBe("✔ Database: PostgreSQL");
  });

  test("a digit chooses that option and sends", async () => {
    const terminal = await ask([database]);
    terminal.press("3");
    expect(await answersOf(terminal)).toEqual(sqlite);
  });

  test("digits and Enter of the numpad work in application mode", async () => {
    const terminal = await ask([features]);
    terminal.press("\x1bOr", "numpad-enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["ESLint + Prettier"] }]);
  });

  test("? shows the keys until the next key, which does nothing else", async () => {
    const terminal = await ask([database]);
    terminal.press("?");
    expect(await terminal.see("any key closes")).toMatchInlineSnapshot(`
      "╭─ Keys ─╮
      │
      │  ↑↓ j k         move
      │  enter          choose the focused row
      │  space          choose and stay
      │  1-4            choose that row
      │  tab shift+tab  next, previous question; after the last: review
      │  o              type your own answer
      │  n              add a note to your choice
      │  p              add a picture by its path; with no path, remove the last one
      │  s              skip: you have no preference, the agent chooses
      │  x              decline: you will not answer
      │  pgup pgdn      scroll a preview or a long text
      │  ctrl+g         answer in your editor
      │  esc            back; nothing is lost
      │  ctrl+c         interrupt; nothing is answered
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        any key closes"
    `);
    terminal.press("3");
    await terminal.see("1 > ○ PostgreSQL");
    terminal.press("down", "enter");
    expect(await answersOf(terminal)).toEqual(mongo);
  });

  test("can be answered on 10 columns and 4 rows", async () => {
    const terminal = await ask([database], { columns: 10, rows: 4 });
    terminal.press("down");
    await terminal.see("2 >");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual(mongo);
  });

  test("letters can be switched off in config.json; digits and arrows stay", async () => {
    const terminal = openTerminal(["ask", askFile(database)], {
      env: { YOURCALL_HOME: homeOfBackgroundHub() },
      shell: `echo '{"keys":{"letters":false}}' >"$YOURCALL_HOME/config.json"; "$@" >/dev/null`,
    });
    await terminal.ready();
    expect(terminal.screen()).not.toContain("x decline");
    terminal.press("x", "s", "j", "down");
    expect(await terminal.see("2 > ○ MongoDB")).toContain("Which database should we use");
    terminal.press("2");
    expect((await terminal.exited).code).toBe(0);
  });
});
