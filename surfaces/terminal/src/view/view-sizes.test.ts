import { type Answering, parseAsk, startAnswering } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { press, typeText } from "../../../../core/src/testing/press.ts";
import { authMethod, database, features, providers } from "../../../../core/src/testing/sample-questions.ts";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineText } from "../text/styled-line.ts";
import { viewFrame } from "./view-frame.ts";

const sizes = { tiny: [20, 8], small: [40, 12], usual: [80, 24], large: [120, 30] } as const;

function show(state: Answering, size: keyof typeof sizes): string {
  const [width, height] = sizes[size];
  const { lines } = viewFrame(state, { width, height, glyphs: unicodeGlyphs });
  return lines.map((line) => lineText(line).trimEnd()).join("\n");
}

const start = (...questions: unknown[]) => startAnswering(parseAsk({ questions }));
const single = (size: keyof typeof sizes) => show(start(database), size);
const multi = (size: keyof typeof sizes) => show(press(start(features), "1", "3"), size);
function review(size: keyof typeof sizes): string {
  const noted = press(typeText(press(start(authMethod, providers), "n"), "PKCE only"), "enter", "1");
  return show(press(noted, "1", "2", "enter"), size);
}

describe("20 columns and 8 rows", () => {
  test("single", () => {
    expect(single("tiny")).toMatchInlineSnapshot(`
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

  test("single, further down", () => {
    const down = press(start(database), "down", "down");
    expect(show(down, "tiny")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       Which database
       should we use for
       this project?
      ↑3 > ○ SQLite
      ↓      Embedded DB,
      enter choose and
      send"
    `);
    const other = typeText(press(down, "down"), "an answer of my own");
    expect(show(other, "tiny")).toMatchInlineSnapshot(`
      "╭─ Database ─╮
       Which database
       should we use for
       this project?
      ↑  an answer of my
          own
      enter choose and
      send"
    `);
  });

  test("multi", () => {
    expect(multi("tiny")).toMatchInlineSnapshot(`
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

  test("a refusal", () => {
    expect(show(press(start(features), "enter"), "tiny")).toMatchInlineSnapshot(`
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

  test("review", () => {
    expect(review("tiny")).toMatchInlineSnapshot(`
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

  test("decline", () => {
    expect(show(press(start(database), "x"), "tiny")).toMatchInlineSnapshot(`
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

  test("keys", () => {
    expect(show(press(start(database), "?"), "tiny")).toMatchInlineSnapshot(`
      "╭─ Keys ─╮
       ↑↓ j k
         move
       enter
         choose the
         focused row
      ↓space
      any key closes"
    `);
  });
});

describe("40 columns and 12 rows", () => {
  test("single", () => {
    expect(single("small")).toMatchInlineSnapshot(`
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

  test("multi", () => {
    expect(multi("small")).toMatchInlineSnapshot(`
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

  test("review", () => {
    expect(review("small")).toMatchInlineSnapshot(`
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

// The single question at this size is in tests/terminal/single.test.ts.
describe("80 columns and 24 rows", () => {
  test("multi", () => {
    expect(multi("usual")).toMatchInlineSnapshot(`
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

  test("review", () => {
    expect(review("usual")).toMatchInlineSnapshot(`
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
  test.each([single, multi, review])("show what 80 columns do, in a wider frame: $name", (show) => {
    const large = show("large");
    expect(large).toMatch(/^╰─{118}$/m);
    expect(large.replace(/─{118}/, "─".repeat(78))).toBe(show("usual"));
  });
});
