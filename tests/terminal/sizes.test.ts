import { describe, expect, test } from "vitest";
import { authMethod, database, features, providers } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

const sizes = {
  tiny: { columns: 20, rows: 8 },
  small: { columns: 40, rows: 12 },
  usual: { columns: 80, rows: 24 },
  large: { columns: 120, rows: 30 },
};

async function single(size: keyof typeof sizes) {
  const terminal = await ask([database], sizes[size]);
  return terminal.screen();
}

async function multi(size: keyof typeof sizes) {
  const terminal = await ask([features], sizes[size]);
  terminal.press("1", "3");
  return terminal.see("3 > ☑");
}

async function review(size: keyof typeof sizes) {
  const terminal = await ask([authMethod, providers], sizes[size]);
  terminal.press("n");
  terminal.type("PKCE only");
  terminal.press("enter");
  await terminal.gone("enter keep it");
  terminal.press("1");
  await terminal.see("2");
  await terminal.see(/Question 2|2\/2/);
  terminal.press("1", "2", "enter");
  return terminal.see("> Send");
}

describe("20 columns and 8 rows", () => {
  test("single", async () => {
    expect(await single("tiny")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       Which database
       should we use for
       this project?
       1 > ○ PostgreSQL
      ↓      recommended
      enter choose and
      send"
    `);
  });

  test("single, further down", async () => {
    const terminal = await ask([database], sizes.tiny);
    terminal.press("down", "down");
    expect(await terminal.see("3 > ○ SQLite")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       Which database
       should we use for
       this project?
      ↑3 > ○ SQLite
      ↓      Embedded DB,
      enter choose and
      send"
    `);
    terminal.press("down");
    terminal.type("an answer of my own");
    expect(await terminal.see("own")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       Which database
       should we use for
       this project?
      ↑  an answer of my
          own
      enter choose and
      send"
    `);
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], customInput: "an answer of my own" }]);
  });

  test("multi", async () => {
    expect(await multi("tiny")).toMatchInlineSnapshot(`
      "╭─ Features ─╮
       Which features
       should we enable?
       (choose any)
      ↑3 > ☑ Tailwind CSS
             Utility-firs
      ↓      t CSS
      enter send 2 chosen"
    `);
  });

  test("a refusal", async () => {
    const terminal = await ask([features], sizes.tiny);
    terminal.press("enter");
    expect(await terminal.see("✖")).toMatchInlineSnapshot(`
      "╭─ Features ─╮
      ↓Which feat… … pgdn
       1 > ☐ TypeScript
      ↓      Type safety
        ✖ Nothing chosen.
        Space ticks an
        option, s skips.
      enter needs a tick"
    `);
  });

  test("review", async () => {
    expect(await review("tiny")).toMatchInlineSnapshot(`
      "╭─ Review ─╮ 2/2
      ↑      OAuth 2.0
       2   ✔ Providers:
             Google,
             GitHub
           + Add a comme…
         > Send answers
      enter send"
    `);
  });

  test("decline", async () => {
    const terminal = await ask([database], sizes.tiny);
    terminal.press("x");
    expect(await terminal.see("> Keep")).toMatchInlineSnapshot(`
      "╭─ Decline ─╮
       Which database
       should we use fo…
       The agent is told
      ↓that you d… … pgdn
         > Keep answering
      ↓    Decline
      enter choose"
    `);
  });

  test("keys", async () => {
    const terminal = await ask([database], sizes.tiny);
    terminal.press("?");
    expect(await terminal.see("any key closes")).toMatchInlineSnapshot(`
      "╭─ Keys ─╮
       ↑↓ j k
         move
       enter
         choose the
         focused row
      ↓space
      any key closes"
    `);
    terminal.press("pagedown");
    await terminal.gone("move");
  });
});

describe("40 columns and 12 rows", () => {
  test("single", async () => {
    expect(await single("small")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
      │  Which database should we use for
      │  this project?
      │  1 > ○ PostgreSQL (Recommended)
      │        Robust relational DB, great
      │        for complex queries
      │  2   ○ MongoDB …
      │  3   ○ SQLite …
      │  4   ○ Other
      ╰──────────────────────────────────────
        enter choose and send • ? keys"
    `);
  });

  test("multi", async () => {
    expect(await multi("small")).toMatchInlineSnapshot(`
      "╭─ Features ─╮
      │  Which features should we enable?
      │  (choose any)
      │  1   ☑ TypeScript …
      │  2   ☐ ESLint + Prettier …
      │  3 > ☑ Tailwind CSS
      │        Utility-first CSS framework
      │  4   ☐ Other
      │  0   ☐ None of these
      ╰──────────────────────────────────────
        space toggle • enter send 2 chosen"
    `);
  });

  test("review", async () => {
    expect(await review("small")).toMatchInlineSnapshot(`
      "╭─ Review ─╮  2 of 2 answered
      │  1   ✔ Auth Method: OAuth 2.0
      │        note: PKCE only
      │  2   ✔ Providers: Google, GitHub
      │      + Add a comment
      │    > Send answers
      ╰──────────────────────────────────────
        enter send • 1-2 edit • esc back"
    `);
  });
});

// The single question at this size is in single.test.ts.
describe("80 columns and 24 rows", () => {
  test("multi", async () => {
    expect(await multi("usual")).toMatchInlineSnapshot(`
      "╭─ Features ─╮
      │
      │  Which features should we enable?  (choose any)
      │
      │  1   ☑ TypeScript
      │        Type safety and better IDE support
      │
      │  2   ☐ ESLint + Prettier
      │        Code linting and formatting
      │
      │  3 > ☑ Tailwind CSS
      │        Utility-first CSS framework
      │
      │  4   ☐ Other
      │        Type something else…
      │
      │  0   ☐ None of these
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        space toggle • enter send 2 chosen • n note • s skip • x decline • ? keys"
    `);
  });

  test("review", async () => {
    expect(await review("usual")).toMatchInlineSnapshot(`
      "╭─ Review ─╮  2 of 2 answered    ✔ Auth Method   ✔ Providers   ▸ Review
      │
      │  1   ✔ Auth Method: OAuth 2.0
      │        note: PKCE only
      │
      │  2   ✔ Providers: Google, GitHub
      │
      │      + Add a comment
      │
      │    > Send answers
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        enter send • 1-2 edit • c comment • esc back • x decline"
    `);
  });
});

describe("120 columns and 30 rows", () => {
  test.each([single, multi, review])("show what 80 columns do, in a wider frame: $name", async (show) => {
    const large = await show("large");
    expect(large).toMatch(/^╰─{118}$/m);
    expect(large.replace(/─{118}/, "─".repeat(78))).toBe(await show("usual"));
  });
});

describe("smaller still", () => {
  test("it can be answered on 10 columns and 4 rows", async () => {
    const terminal = await ask([database], { columns: 10, rows: 4 });
    terminal.press("down");
    await terminal.see("2 >");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"] }]);
  });
});
