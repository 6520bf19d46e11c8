import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
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
    terminal.press("down", "enter");
    const { code, stdout } = await terminal.exited;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^ask_[0-9A-Z]{35}$/),
      status: "answered",
      answers: [{ question: database.question, header: "Database", selectedOptions: ["MongoDB"] }],
      by: { surface: "terminal", act: "submit", user: "ana", token: { id: "human", scope: "human" } },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(terminal.everything()).toBe("✔ Database: MongoDB");
  });

  test("keeps the exact label in the answer and drops the recommendation from the line that stays", async () => {
    const terminal = await ask([database]);
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["PostgreSQL (Recommended)"] }]);
    expect(terminal.everything()).toBe("✔ Database: PostgreSQL");
  });

  test("focuses the recommended option, or the first option if several are recommended", async () => {
    const [first, second, third] = database.options;
    const last = await ask([{ ...database, options: [second, third, first] }]);
    expect(last.screen()).toContain("3 > ○ PostgreSQL (Recommended)");
    const both = { ...second, label: "MongoDB (Recommended)" };
    const several = await ask([{ ...database, options: [third, first, both] }]);
    expect(several.screen()).toContain("1 > ○ SQLite");
  });

  test("a digit chooses that option and sends", async () => {
    const terminal = await ask([database]);
    terminal.press("3");
    expect(await answersOf(terminal)).toEqual(sqlite);
  });

  test("a digit without an option does nothing", async () => {
    const terminal = await ask([database]);
    terminal.press("9", "0", "down");
    expect(await terminal.see("2 > ○ MongoDB")).not.toContain("●");
  });

  test("Space chooses and stays, Enter sends what is focused", async () => {
    const terminal = await ask([database]);
    terminal.press("down", "space");
    expect(await terminal.see("2 > ● MongoDB")).toContain("enter choose and send");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual(mongo);
  });

  test("arrows and Ctrl-N, Ctrl-P move without wrapping around", async () => {
    const terminal = await ask([database]);
    terminal.press("up");
    terminal.press("down", "ctrl+n");
    await terminal.see("3 > ○ SQLite");
    terminal.press("ctrl+p");
    await terminal.see("2 > ○ MongoDB");
    terminal.press("down", "down", "down", "down", "down");
    await terminal.see("4 > ○ Other");
  });

  test("Home goes to the first option and End to Other", async () => {
    const terminal = await ask([database]);
    terminal.press("end");
    await terminal.see("4 > ○ Other");
    terminal.press("home");
    await terminal.see("1 > ○ PostgreSQL");
  });

  test("j and k move and stop before Other, where letters are text", async () => {
    const terminal = await ask([database]);
    terminal.press(..."jjjjjj");
    expect(await terminal.see("3 > ○ SQLite")).toContain("4   ○ Other");
    terminal.press("k", "enter");
    expect(await answersOf(terminal)).toEqual(mongo);
  });

  test("digits and Enter of the numpad work in application mode", async () => {
    const byDigit = await ask([database]);
    byDigit.press("\x1bOr");
    expect(await answersOf(byDigit)).toEqual(mongo);
    const byEnter = await ask([database]);
    byEnter.press("down", "down", "numpad-enter");
    expect(await answersOf(byEnter)).toEqual(sqlite);
  });

  test("Tab opens the review before sending, Esc goes back", async () => {
    const terminal = await ask([database]);
    terminal.press("down", "space", "tab");
    expect(await terminal.see("Send answer")).toContain("1   ✔ Database: MongoDB");
    terminal.press("escape");
    await terminal.see("2 > ● MongoDB");
    terminal.press("tab");
    await terminal.see("> Send answer");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual(mongo);
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
