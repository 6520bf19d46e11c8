import { describe, expect, test } from "vitest";
import { askFile, database } from "../support/asks.ts";
import { commandOf, openTerminal, type TestTerminal } from "../support/terminal.ts";

/** The example's agent, an Ink app with its own keys, at its question. */
async function agentThatAsks(env: Record<string, string> = {}): Promise<TestTerminal> {
  const terminal = openTerminal([], {
    shell: 'exec "$1" examples/ink-agent/agent.mjs',
    stdoutOnTerminal: true,
    env,
  });
  await terminal.see("you ›");
  terminal.type("set up a service");
  await terminal.see("you › set up a service");
  terminal.press("enter");
  await terminal.see("╭─ Database ─╮");
  await terminal.ready();
  return terminal;
}

/** Resolves once the app has its keys back, which is when the prompt turns bracketed paste off. */
async function appHasKeys(agent: TestTerminal): Promise<void> {
  await expect.poll(() => agent.modes.bracketedPaste, { interval: 5 }).toBe(false);
}

describe("<QuestionPrompt> inside an Ink app", () => {
  test("keys of the prompt never reach the app's own input, and a sequence that arrives in pieces is one key", async () => {
    const agent = await agentThatAsks({ YOURCALL_ESC_MS: "20000" });
    agent.type("\x1b");
    agent.type("[B");
    await agent.see("2 > ○ MongoDB");
    agent.press("o");
    await agent.see("Other:");
    // A paste is text, with its line breaks, not Enter or commands.
    agent.paste("first\nx2q");
    expect(await agent.see("x2q")).toMatch(/Other: first\n│ +x2q/);
    agent.press("ctrl+u", "backspace", "ctrl+u");
    await agent.gone("first");
    agent.type("Duck exit");
    await agent.see("Other: Duck exit");
    agent.press("enter");
    await agent.see("agent › Duck exit then.");
    const lines = (await agent.see(/you › *$/m)).split("\n").map((line) => line.trimEnd());
    expect(lines).toEqual([
      "you › set up a service",
      "agent › Before I start, one question.",
      "agent › Duck exit then.",
      "you ›",
    ]);
    await appHasKeys(agent);
    agent.type("k");
    await agent.see("you › k");
  });

  test("a lone Esc never declines; ctrl+c ends the app and restores the terminal", async () => {
    const agent = await agentThatAsks();
    agent.press("escape");
    await agent.see("Keep answering");
    agent.press("escape");
    await agent.see("1 > ○ PostgreSQL");
    agent.press("ctrl+c");
    await agent.exited;
    expect(agent.modes.bracketedPaste).toBe(false);
    expect(agent.cursorVisible()).toBe(true);
  });

  test("shows the prompt of `yourcall ask`, continues with the answer, and starts afresh with a second ask", async () => {
    const agent = await agentThatAsks();
    const alone = openTerminal(["ask", askFile(database)]);
    const prompt = await alone.see("? keys");
    expect(agent.screen()).toBe(`you › set up a service\nagent › Before I start, one question.\n${prompt}`);
    agent.press("down", "enter");
    expect(await agent.see("agent › MongoDB then.")).not.toContain("╭─");
    await appHasKeys(agent);
    agent.type("again");
    await agent.see("you › again");
    agent.press("enter");
    await agent.see("1 > ○ PostgreSQL");
    expect(agent.screen()).not.toContain("●");
    // Declining gives the app the reason.
    await agent.ready();
    agent.press("x");
    await agent.see("Keep answering");
    agent.press("down", "down", "enter");
    agent.type("not today");
    agent.press("enter");
    await agent.see("agent › You declined: not today. I stop here.");
  });

  describe("whose ask ends elsewhere", () => {
    /** An app at its question, and the moment at which the question ends. */
    async function appThatAsks() {
      const app = openTerminal([], { shell: 'exec "$1" tests/terminal/ink-ended.mjs', stdoutOnTerminal: true });
      await app.see("Which database?");
      await app.ready();
      return { app, end: () => process.kill(commandOf(app), "SIGUSR2") };
    }

    test("keeps a field in which somebody types until they leave it, and then tells the app", async () => {
      const { app, end } = await appThatAsks();
      app.press("o");
      app.type("Duck");
      await app.see("Other: Duck");
      end();
      await app.see(/Declined in web at .* What you type is not sent\./);
      app.type("DB 2");
      await app.see("Other: DuckDB 2");
      app.press("enter");
      const screen = await app.see("The prompt is closed.");
      expect(screen).not.toContain("Answered here.");
    });

    test("tells the app at once if nobody is in a field", async () => {
      const { app, end } = await appThatAsks();
      end();
      await app.see("The prompt is closed.");
    });
  });
});
