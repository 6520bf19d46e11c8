import { describe, expect, test } from "vitest";
import { authMethod, database, providers } from "../support/asks.ts";
import { answersOf, ask, outcomeOf } from "../support/prompt.ts";

describe("several questions", () => {
  test("show which one is current, and Enter leads to the next and then to the review", async () => {
    const terminal = await ask([authMethod, providers]);
    expect(terminal.screen()).toContain("Question 1 of 2    ▸ Auth Method   · Providers   · Review");
    terminal.press("enter");
    await terminal.see("Question 2 of 2");
    terminal.press("1", "2");
    await terminal.see("2 > ☑ GitHub");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Providers ─╮  Question 2 of 2    ✔ Auth Method   ▸ Providers   · Review
      │
      │  Which OAuth providers should we support?  (choose any)
      │
      │  1   ☑ Google
      │        Most widely used
      │
      │  2 > ☑ GitHub
      │        Popular for developer tools
      │
      │  3   ☐ Microsoft
      │        Enterprise integration
      │
      │  4   ☐ Other
      │        Type something else…
      │
      │  0   ☐ None of these
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        space toggle • enter next: review • ←→ questions • n note • ? keys"
    `);
    terminal.press("enter");
    await terminal.see("> Send answers");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Review ─╮  2 of 2 answered    ✔ Auth Method   ✔ Providers   ▸ Review
      │
      │  1   ✔ Auth Method: OAuth 2.0
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
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: ["OAuth 2.0 (Recommended)"] },
      { selectedOptions: ["Google", "GitHub"] },
    ]);
    expect(terminal.everything()).toBe("✔ Auth Method: OAuth 2.0\n✔ Providers: Google, GitHub");
  });

  test("Tab, →, Shift-Tab and ← move between them without choosing", async () => {
    const terminal = await ask([authMethod, providers, database]);
    terminal.press("right");
    await terminal.see("Question 2 of 3");
    terminal.press("tab");
    await terminal.see("Question 3 of 3");
    terminal.press("left");
    await terminal.see("Question 2 of 3");
    terminal.press("shift+tab", "shift+tab", "left");
    await terminal.see("Question 1 of 3");
    terminal.press("tab", "tab", "tab");
    expect(await terminal.see("0 of 3 answered")).toContain("3 questions still open");
  });

  test("Esc goes back one question at a time, and on the first opens the decline page", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("tab");
    await terminal.see("Question 2 of 2");
    terminal.press("escape");
    await terminal.see("Question 1 of 2");
    terminal.press("escape");
    await terminal.see("> Keep answering");
  });

  test("a digit in single-select chooses and continues; focus alone is not an answer", async () => {
    const terminal = await ask([authMethod, database]);
    terminal.press("2");
    await terminal.see("Question 2 of 2    ✔ Auth Method   ▸ Database");
    terminal.press("down", "tab");
    expect(await terminal.see("1 of 2 answered")).toContain("2 > · Database: still open");
  });
});

describe("the review", () => {
  test("puts the focus on the first open question, and Send says what is missing", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("2", "tab");
    const screen = await terminal.see("1 question still open");
    expect(screen).toContain("1 of 2 answered");
    expect(screen).toContain("2 > · Providers: still open");
    terminal.press("end");
    await terminal.see("> 1 question still open");
    terminal.press("enter");
    expect(await terminal.see("✖ 1 question still open.")).toContain("2 > · Providers");
    terminal.press("enter");
    await terminal.see("Question 2 of 2");
  });

  test("opens a question with its digit, with Enter or with Space, and returns when it is done", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("1");
    await terminal.see("Question 2 of 2");
    terminal.press("1", "tab");
    await terminal.see("> Send answers");
    terminal.press("1");
    expect(await terminal.see("Question 1 of 2")).toContain("enter choose, next: review");
    terminal.press("2");
    expect(await terminal.see("> Send answers")).toContain("1   ✔ Auth Method: JWT");
    terminal.press("home");
    await terminal.see("1 > ✔ Auth Method");
    terminal.press("space");
    await terminal.see("Question 1 of 2");
    terminal.press("escape");
    await terminal.see("> Send answers");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["JWT"] }, { selectedOptions: ["Google"] }]);
  });

  test("takes a comment on the whole ask", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("1");
    await terminal.see("Question 2 of 2");
    terminal.press("1", "enter");
    await terminal.see("> Send answers");
    terminal.press("c");
    await terminal.see("Comment:");
    terminal.type("Start with c, 1 thing at a time");
    expect(await terminal.see("Comment: Start with c, 1 thing at a time")).toContain("enter keep it");
    terminal.press("enter", "end");
    await terminal.see("> Send answers");
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 0, comment: "Start with c, 1 thing at a time" });
    expect(terminal.everything()).toContain("  comment: Start with c, 1 thing at a time");
  });

  test("shows notes, typed answers in quotes, and unsent text", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("n");
    terminal.type("PKCE only");
    terminal.press("enter");
    await terminal.see("note: PKCE only");
    terminal.press("1");
    await terminal.see("Question 2 of 2");
    terminal.press("1", "2", "4");
    terminal.type("GitLab");
    terminal.press("tab");
    await terminal.see("> Send answers");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Review ─╮  2 of 2 answered    ✔ Auth Method   ✔ Providers   ▸ Review
      │
      │  1   ✔ Auth Method: OAuth 2.0
      │        note: PKCE only
      │
      │  2   ✔ Providers: Google, GitHub, "GitLab"
      │
      │      + Add a comment
      │
      │    > Send answers
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        enter send • 1-2 edit • c comment • esc back • x decline"
    `);
    terminal.press("1");
    await terminal.see("Question 1 of 2");
    terminal.press("o");
    terminal.type("passkeys");
    terminal.press("up", "enter");
    expect(await terminal.see("> Send answers")).toContain('not sent: "passkeys"');
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: ["JWT"], notes: "PKCE only" },
      { selectedOptions: ["Google", "GitHub"], customInput: "GitLab" },
    ]);
    expect(terminal.everything()).toBe(
      [
        "✔ Auth Method: JWT  (note: PKCE only)",
        '✔ Providers: Google, GitHub, "GitLab"',
        '  Not sent: Auth Method: Other "passkeys"',
      ].join("\n"),
    );
  });

  test("← goes back to the last question; a skipped question says so", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("s");
    await terminal.see("Question 2 of 2");
    terminal.press("s");
    expect(await terminal.see("2 of 2 answered")).toContain("– Auth Method: no preference");
    terminal.press("left");
    await terminal.see("skipped: no preference");
    terminal.press("tab");
    await terminal.see("> Send answers");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: [], skipped: true },
      { selectedOptions: [], skipped: true },
    ]);
  });
});
