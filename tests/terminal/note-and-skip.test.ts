import { describe, expect, test } from "vitest";
import { database } from "../support/asks.ts";
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
    expect(terminal.everything()).toMatchInlineSnapshot(`"– Database: no preference"`);
  });
});
