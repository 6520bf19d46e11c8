import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeDirectory, isOurs } from "./claude-hooks.ts";

test("Claude's settings are in the home of the user, not in the current directory, even if HOME is not set", () => {
  expect(claudeDirectory({ HOME: "/home/ana" })).toBe("/home/ana/.claude");
  for (const env of [{}, { HOME: "" }]) expect(claudeDirectory(env)).toBe(join(homedir(), ".claude"));
});

test("a hook of yourcall is recognised whichever host runs it", () => {
  for (const command of ["yourcall hook qwen", "NODE_OPTIONS= exec '/my node' '/opt/yourcall.cjs' hook another"])
    expect(isOurs({ type: "command", command })).toBe(true);
  expect(isOurs({ type: "command", command: "yourcall-hook qwen" })).toBe(false);
});
