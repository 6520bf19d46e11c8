import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";
import type { TestTerminal } from "../support/terminal.ts";

async function openField(text = ""): Promise<TestTerminal> {
  const terminal = await ask([database]);
  terminal.press("o");
  await terminal.see("Other:");
  terminal.type(text);
  if (text !== "") await terminal.see(text);
  return terminal;
}

async function sent(terminal: TestTerminal): Promise<string | undefined> {
  terminal.press("enter");
  return (await answersOf(terminal))[0]?.customInput;
}

describe("a text field", () => {
  test("Backspace, Delete, Ctrl-W, Ctrl-U and Ctrl-K delete", async () => {
    const terminal = await openField("one two three");
    terminal.press("backspace");
    await terminal.see(/Other: one two thre$/m);
    terminal.press("ctrl+w");
    await terminal.see(/Other: one two\s*$/m);
    terminal.press("home", "delete");
    await terminal.see(/Other: ne two\s*$/m);
    terminal.press("right", "right", "ctrl+u");
    await terminal.see(/Other: {2}two\s*$/m);
    terminal.press("ctrl+k");
    await terminal.see(/Other:\s*$/m);
    terminal.type("rest");
    expect(await sent(terminal)).toBe("rest");
  });

  test("Ctrl-J and Alt-Enter make a new line, ↑ and ↓ move between lines", async () => {
    const terminal = await openField("first");
    terminal.press("ctrl+j");
    terminal.type("second");
    terminal.press("alt+enter");
    terminal.type("third");
    await terminal.see(/Other: first\n│ +second\n│ +third/);
    terminal.press("up", "up", "end");
    terminal.type("!");
    await terminal.see("Other: first!");
    terminal.press("down", "end");
    terminal.type("?");
    await terminal.see("second?");
    expect(await sent(terminal)).toBe("first!\nsecond?\nthird");
    expect(terminal.everything()).toBe('✔ Database: "first! second? third"');
  });
});

describe("pasting", () => {
  test("into a field keeps the lines and never sends", async () => {
    const terminal = await openField();
    terminal.paste("one\r\ntwo\nthree\r");
    await terminal.see(/Other: one\n│ +two\n│ +three/);
    terminal.type("four");
    await terminal.see("four");
    expect(await sent(terminal)).toBe("one\ntwo\nthree\nfour");
  });

  test("works without an end marker after a moment", async () => {
    const terminal = await openField();
    terminal.type("\x1b[200~half");
    await terminal.see("Other: half");
  });
});

describe("the limit of a field", () => {
  test("is shown when it is close", async () => {
    const terminal = await openField();
    terminal.paste("x".repeat(1700));
    await terminal.see("xxx");
    expect(terminal.screen()).not.toContain("of 2000");
    terminal.paste("y".repeat(201));
    await terminal.see("1901 of 2000 characters");
  });
});
