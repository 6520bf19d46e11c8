import { expect, test } from "vitest";
import { toOutput } from "./from-outcome.ts";

test("the answer is given as the message of a denial: an allowed question would open the dialog", () => {
  expect(toOutput("SQLite")).toEqual({
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "SQLite" } },
  });
});
