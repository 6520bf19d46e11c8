import { describe, expect, test } from "vitest";
import { authMethod, providers } from "../support/asks.ts";
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
});
