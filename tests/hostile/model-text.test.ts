import { describe, expect, test } from "vitest";
import { openPlace, says } from "../support/agent-chat.ts";

describe("a model whose text is made to break the screen", () => {
  test.each([
    ["quotes in quotes", ">".repeat(10_000)],
    ["lists in lists", "1. ".repeat(10_000)],
    ["emphasis without end", "_a_".repeat(33_000)],
    ["underscores between letters", "a_".repeat(50_000)],
  ])("does not end or freeze `yourcall agent` with %s", async (_, text) => {
    const place = await openPlace([says(text), says("Still here.")]);
    const terminal = place.chat();
    for (const [message, reply] of [
      ["go", text.slice(0, 30).trim().slice(-1)],
      ["again", "Still here."],
    ] as const) {
      await terminal.see("write a message");
      terminal.type(message);
      terminal.press("enter");
      await terminal.see(reply);
    }
    await terminal.see("write a message");
    terminal.press("ctrl+d");
    expect((await terminal.exited).code).toBe(0);
  });
});
