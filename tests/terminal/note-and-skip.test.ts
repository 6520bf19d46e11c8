import { describe, expect, test } from "vitest";
import { database, features } from "../support/asks.ts";
import { answersOf, ask } from "../support/prompt.ts";

describe("a note", () => {
  test("is sent with the choice", async () => {
    const terminal = await ask([database]);
    terminal.press("down", "n");
    terminal.type("ops already runs it");
    expect(await terminal.see("note: ops already runs it")).toContain("enter keep it");
    terminal.press("enter");
    await terminal.see("enter choose and send");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: ["MongoDB"], notes: "ops already runs it" }]);
    expect(terminal.everything()).toBe("✔ Database: MongoDB  (note: ops already runs it)");
  });

  test("alone is not an answer, and the prompt says so", async () => {
    const terminal = await ask([features]);
    terminal.press("n");
    terminal.type("later");
    terminal.press("enter", "enter");
    await terminal.see("✖ A note needs a choice, Other, or skip.");
  });

  test("Esc closes it and keeps the text", async () => {
    const terminal = await ask([database]);
    terminal.press("n");
    terminal.type("half");
    await terminal.see("note: half");
    terminal.press("escape");
    expect(await terminal.see("? keys")).toContain("note: half");
    terminal.press("n");
    terminal.type(" done");
    await terminal.see("note: half done");
  });
});

describe("skip, which means no preference", () => {
  test("asks first for a single question, then answers with skipped", async () => {
    const terminal = await ask([database]);
    terminal.press("s");
    expect(await terminal.see("Skip it? The agent hears that you have no preference.")).toContain(
      "enter skip • x decline • esc back",
    );
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], skipped: true }]);
    expect(terminal.everything()).toMatchInlineSnapshot(`"✔ Database: no preference"`);
  });

  test("Esc cancels it, x opens the decline page, other keys do nothing", async () => {
    const terminal = await ask([database]);
    terminal.press("s");
    await terminal.see("Skip it?");
    terminal.press("2", "space", "j", "escape");
    expect(await terminal.gone("Skip it?")).toContain("1 > ○ PostgreSQL");
    terminal.press("s");
    await terminal.see("Skip it?");
    terminal.press("x");
    await terminal.see("> Keep answering");
  });

  test("keeps the note", async () => {
    const terminal = await ask([database]);
    terminal.press("n");
    terminal.type("you know better");
    terminal.press("enter", "s");
    await terminal.see("Skip it?");
    terminal.press("enter");
    expect(await answersOf(terminal)).toEqual([{ selectedOptions: [], skipped: true, notes: "you know better" }]);
  });
});
