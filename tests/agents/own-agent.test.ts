import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTerminal, root, type TestTerminal } from "../support/terminal.ts";

const example = join(root, "examples/own-agent");

/** The example at the point where it asks. */
async function agentThatAsks(): Promise<TestTerminal> {
  const terminal = openTerminal([], { shell: 'exec "$1" examples/own-agent/agent.mjs', stdoutOnTerminal: true });
  await terminal.see("╭─ Afternoon ─╮");
  await terminal.ready();
  return terminal;
}

describe("examples/own-agent", () => {
  test("asks in the terminal and continues with the answer, as its README shows", async () => {
    const terminal = await agentThatAsks();
    terminal.press("down", "enter");
    expect((await terminal.exited).code).toBe(0);
    const readme = readFileSync(join(example, "README.md"), "utf8");
    const [, shown = ""] = /continues with your answer:\n\n```\n(.*?)\n```/s.exec(readme) ?? [];
    expect(terminal.everything().trimEnd()).toBe(shown);
  });

  test("nobody answers for a person who declines", async () => {
    const terminal = await agentThatAsks();
    terminal.press("x");
    await terminal.see("Keep answering");
    terminal.press("y");
    await terminal.exited;
    expect(terminal.everything()).toContain("The user declined to answer.");
  });

  test("Ctrl-C at the question stops the run", async () => {
    const terminal = await agentThatAsks();
    terminal.press("ctrl+c");
    await terminal.exited;
    expect(terminal.everything()).toContain("The run was stopped");
    expect(terminal.everything()).not.toContain("Thank you.");
  });

  test("has fewer than 60 lines", () => {
    expect(readFileSync(join(example, "agent.mjs"), "utf8").trimEnd().split("\n").length).toBeLessThan(60);
  });
});
