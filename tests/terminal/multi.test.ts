import { describe, expect, test } from "vitest";
import { features } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("a lone multi-select question", () => {
  test("shows boxes, and Enter is refused with a message while nothing is ticked", async () => {
    const terminal = await ask([features]);
    const before = terminal.screen();
    terminal.press("enter");
    await terminal.see("✖ Nothing chosen. Space ticks an option, s skips.");
    expect(terminal.screen()).toMatchInlineSnapshot(`
      "╭─ Features ─╮
      │
      │  Which features should we enable?  (choose any)
      │
      │  1 > ☐ TypeScript
      │        Type safety and better IDE support
      │
      │  2   ☐ ESLint + Prettier
      │        Code linting and formatting
      │
      │  3   ☐ Tailwind CSS
      │        Utility-first CSS framework
      │
      │  4   ☐ Other
      │        Type something else…
      │
      │  0   ☐ None of these
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        ✖ Nothing chosen. Space ticks an option, s skips.
        space toggle • enter needs a tick • n note • s skip • x decline • ? keys"
    `);
    expect(terminal.screen().split("\n").slice(0, 17)).toEqual(before.split("\n").slice(0, 17));
    terminal.press("space");
    await terminal.gone("✖");
  });

  test("Other adds to the options: typing ticks it, Enter keeps the text and stays", async () => {
    const terminal = await ask([features]);
    terminal.press("1", "3", "4");
    terminal.type("dark mode, with a switch");
    await terminal.see("☑ Other: dark mode, with a switch");
    expect(terminal.screen()).toMatchInlineSnapshot(`
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
      │  3   ☑ Tailwind CSS
      │        Utility-first CSS framework
      │
      │  4 > ☑ Other: dark mode, with a switch
      │
      │  0   ☐ None of these
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        type your answer • enter keep it • ctrl+j newline • ctrl+g editor • esc leave"
    `);
    terminal.press("enter");
    await terminal.see("enter send 3 chosen");
    expect(terminal.cursorVisible()).toBe(false);
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([
      { selectedOptions: ["TypeScript", "Tailwind CSS"], customInput: "dark mode, with a switch" },
    ]);
    expect(terminal.everything()).toBe('✔ Features: TypeScript, Tailwind CSS, "dark mode, with a switch"');
  });
});
