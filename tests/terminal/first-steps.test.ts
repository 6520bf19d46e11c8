import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startCommand, temporaryDirectory } from "../support/hub.ts";
import { openTerminal } from "../support/terminal.ts";

/** A person who has used Claude Code and Codex, but not yet yourcall. */
function newcomer() {
  const home = temporaryDirectory("person");
  for (const name of [".claude", ".codex"]) mkdirSync(join(home, name));
  return { home, env: { HOME: home, YOURCALL_HOME: homeOfBackgroundHub(), CLAUDE_CONFIG_DIR: "" } };
}

test("yourcall alone, with nothing set up, asks which agents to connect, connects them and opens the inbox, once", async () => {
  const { home, env } = newcomer();
  // A script has asked before, which connects no agent.
  await startCommand(["ask", "--no-wait", "-q", "Go on?", "-o", "Yes", "-o", "No"], { env }).ended;
  const first = openTerminal([], { env, stdoutOnTerminal: true, rows: 60, columns: 120 });
  await first.see("No agent asks through yourcall yet.");
  await first.see("Which of these should ask through yourcall?");
  await first.ready();
  expect(first.screen()).toContain("Claude Code");
  expect(first.screen()).toMatch(/Codex\n\S* +Its own questions, and a tool for its model/);
  expect(first.screen()).not.toMatch(/Other|decline/);
  first.press("space", "enter");
  await first.see("Write this change?");
  await first.ready();
  expect(first.screen()).not.toMatch(/Other|decline/);
  first.press("1");
  await first.see("Go on?");
  first.press("x", "y");
  expect(await first.see("Nothing is waiting for you.")).toContain("Connected: Claude Code. Questions appear here.");
  expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toContain("hook claude");
  expect(existsSync(join(home, ".codex/config.toml"))).toBe(false);
  first.press("q");
  expect(await first.exited).toMatchObject({ code: 0 });

  const again = openTerminal([], { env, stdoutOnTerminal: true });
  await again.see("Nothing is waiting for you.");
  expect(again.everything()).not.toContain("Which of these");
  again.press("q");
  expect(await again.exited).toMatchObject({ code: 0 });
});

test("yourcall alone without a terminal prints the commands that connect the agents found", async () => {
  const { env } = newcomer();
  const { code, stdout } = await startCommand([], { env }).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage|yourcall ask/m);
  expect(stdout).toMatch(
    /\nFound here, not connected yet:\n {2}yourcall setup claude +Claude Code\n {2}yourcall setup codex +Codex/,
  );
});
