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
  test("←, →, Home, End, Ctrl-A, Ctrl-E move by character and by line", async () => {
    const terminal = await openField("bcd");
    terminal.press("home");
    terminal.type("a");
    terminal.press("end");
    terminal.type("f");
    terminal.press("left");
    terminal.type("e");
    terminal.press("ctrl+a", "right", "right");
    terminal.type("|");
    terminal.press("ctrl+e");
    terminal.type(".");
    await terminal.see("Other: ab|cdef.");
    expect(await sent(terminal)).toBe("ab|cdef.");
  });

  test("Alt-B, Alt-F and Ctrl with an arrow move by word", async () => {
    const terminal = await openField("one two three");
    terminal.press("alt+b", "alt+b");
    terminal.type("[");
    terminal.press("alt+f");
    terminal.type("]");
    terminal.press("\x1b[1;5D", "\x1b[1;5D");
    terminal.type("<");
    terminal.press("\x1b[1;5C");
    terminal.type(">");
    await terminal.see("Other: <one> [two] three");
  });

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

  test("Tab leaves for the next page and keeps the text", async () => {
    const terminal = await openField("kept");
    terminal.press("tab");
    expect(await terminal.see("Review")).toContain('not sent: "kept"');
    terminal.press("shift+tab");
    await terminal.see("Other: kept");
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

  test("on the closed Other row opens it", async () => {
    const terminal = await ask([database]);
    terminal.press("end");
    await terminal.see("4 > ○ Other");
    terminal.paste("from the clipboard\nx\ny\n");
    await terminal.see("Other: from the clipboard");
  });

  test("on an option row says where to type and chooses nothing", async () => {
    const terminal = await ask([database]);
    terminal.paste("2\r3\ry\rx");
    expect(await terminal.see("✖ Nothing takes text here. Press o for Other, n for a note.")).toContain("1 > ○");
    expect(terminal.screen()).not.toContain("●");
  });

  test("removes escape sequences", async () => {
    const terminal = await openField();
    terminal.paste("a\x1b[31mred\x1b[0m\x07\u202eb");
    await terminal.see("Other: aredb");
    expect(await sent(terminal)).toBe("aredb");
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

  test("cuts longer text and says how much", async () => {
    const terminal = await openField();
    terminal.paste("x".repeat(2050));
    await terminal.see("✖ A field holds 2000 characters; 50 did not fit.");
    expect(terminal.screen()).toContain("2000 of 2000 characters");
    terminal.type("z");
    await terminal.see("1 did not fit");
    expect((await sent(terminal))?.length).toBe(2000);
  });
});
