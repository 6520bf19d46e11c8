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

  test("Space ticks and unticks, and the hint counts what Enter sends", async () => {
    const terminal = await ask([features]);
    expect(terminal.screen()).toContain("enter needs a tick");
    terminal.press("space", "down", "space");
    await terminal.see("enter send 2 chosen");
    terminal.press("space", "down", "space");
    expect(await terminal.see("3 > ☑ Tailwind CSS")).toContain("2   ☐ ESLint + Prettier");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["TypeScript", "Tailwind CSS"] }]);
    expect(terminal.everything()).toBe("✔ Features: TypeScript, Tailwind CSS");
  });

  test("digits tick that row and move there", async () => {
    const terminal = await ask([features]);
    terminal.press("3", "1");
    expect(await terminal.see("1 > ☑ TypeScript")).toContain("3   ☑ Tailwind CSS");
    terminal.press("3");
    await terminal.see("3 > ☐ Tailwind CSS");
    terminal.press("3");
    await terminal.see("3 > ☑ Tailwind CSS");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["TypeScript", "Tailwind CSS"] }]);
  });

  test("a ticks all listed options, then none; Other does not change", async () => {
    const terminal = await ask([features]);
    terminal.press("a");
    expect(await terminal.see("enter send 3 chosen")).toContain("4   ☐ Other");
    terminal.press("a");
    await terminal.see("enter needs a tick");
    terminal.press("o");
    terminal.type("dark mode");
    terminal.press("enter", "up", "a");
    await terminal.see("enter send 4 chosen");
    terminal.press("a");
    expect(await terminal.see("enter send 1 chosen")).toContain("4   ☑ Other: dark mode");
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

  test("unticking Other keeps its text and reports it as not sent", async () => {
    const terminal = await ask([features]);
    terminal.press("1", "4");
    terminal.type("dark mode");
    terminal.press("enter", "space");
    expect(await terminal.see("4 > ☐ Other: dark mode")).toContain("enter send 1 chosen");
    terminal.press("tab");
    expect(await terminal.see('not sent: "dark mode"')).toContain("✔ Features: TypeScript");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["TypeScript"] }]);
    expect(terminal.everything()).toBe('✔ Features: TypeScript\n  Not sent: Other "dark mode"');
  });

  test("text deleted from Other unticks it", async () => {
    const terminal = await ask([features]);
    terminal.press("4");
    terminal.type("ab");
    await terminal.see("☑ Other: ab");
    terminal.press("backspace", "backspace");
    await terminal.see("☐ Other:");
    terminal.press("enter", "enter");
    await terminal.see("✖ Nothing chosen.");
  });

  test("counts as answered with a tick when left with Tab", async () => {
    const terminal = await ask([features]);
    terminal.press("2", "tab");
    expect(await terminal.see("> Send answer")).toContain("1   ✔ Features: ESLint + Prettier");
  });
});
