import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeDirectory } from "./claude-hooks.ts";

test("Claude's settings are in the home of the user, not in the current directory, even if HOME is not set", () => {
  expect(claudeDirectory({ HOME: "/home/ana" })).toBe("/home/ana/.claude");
  for (const env of [{}, { HOME: "" }]) expect(claudeDirectory(env)).toBe(join(homedir(), ".claude"));
});
