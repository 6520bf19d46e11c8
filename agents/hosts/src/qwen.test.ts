import { expect, test } from "vitest";
import { qwenFirst } from "./qwen.ts";

test("the answer is given as the message of a denial: an allowed question would open the dialog", () => {
  expect(qwenFirst.toOutput("SQLite")).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "SQLite" } },
  });
});
