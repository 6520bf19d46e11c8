import { describe, expect, test } from "vitest";
import { authMethod, database, providers } from "../support/asks.ts";
import { ask, outcomeOf } from "../support/prompt.ts";

const by = { surface: "terminal", act: "submit", user: "ana" };

describe("declining, which means that the person will not answer", () => {
  test("opens a page that starts on Keep answering", async () => {
    const terminal = await ask([database]);
    terminal.press("x");
    expect(await terminal.see("Keep answering")).toMatchInlineSnapshot(`
      "╭─ Decline ─╮
      │
      │  Which database should we use for this project?
      │  The agent is told that you declined, and why if you say so.
      │
      │    > Keep answering
      │      Decline
      │      Decline and say why…
      │
      ╰──────────────────────────────────────────────────────────────────────────────
        enter choose • y decline • esc keep answering"
    `);
    terminal.press("enter");
    await terminal.see("1 > ○ PostgreSQL");
  });

  test("y declines: exit code 3, an outcome without answers, one line in the scrollback", async () => {
    const terminal = await ask([database]);
    terminal.press("x");
    await terminal.see("Keep answering");
    terminal.press("y");
    const outcome = await outcomeOf(terminal);
    expect(outcome).toMatchObject({ code: 3, status: "declined", by });
    expect(outcome).not.toHaveProperty("answers");
    expect(outcome).not.toHaveProperty("reason");
    expect(terminal.everything()).toBe("– Database: declined.");
  });

  test("with a reason, which reaches the agent", async () => {
    const terminal = await ask([database]);
    terminal.press("x");
    await terminal.see("> Keep answering");
    terminal.press("down", "down", "enter");
    await terminal.see("> Because:");
    terminal.type("ask me tomorrow, yes");
    expect(await terminal.see("Because: ask me tomorrow, yes")).toContain("enter decline");
    terminal.press("enter");
    expect(await outcomeOf(terminal)).toMatchObject({ code: 3, status: "declined", reason: "ask me tomorrow, yes" });
    expect(terminal.everything()).toBe('– Database: declined ("ask me tomorrow, yes").');
  });

  test("hammering Esc never declines, whether the keys arrive one by one or together", async () => {
    const terminal = await ask([authMethod, providers]);
    terminal.press("tab");
    await terminal.see("Question 2 of 2");
    for (let times = 0; times < 6; times++) {
      const before = terminal.raw().length;
      terminal.press("escape");
      await terminal.see(/Keep answering|Question 1 of 2/);
      await painted(terminal, before);
    }
    terminal.press(..."\x1b".repeat(30));
    await terminal.see(/Keep answering|Question 1 of 2/);
    terminal.press("ctrl+c");
    expect((await terminal.exited).code).toBe(130);
  });
});

/** Resolves once something was painted after this much output. */
async function painted(terminal: Awaited<ReturnType<typeof ask>>, length: number): Promise<void> {
  await expect.poll(() => terminal.raw().length, { interval: 5 }).toBeGreaterThan(length);
}
