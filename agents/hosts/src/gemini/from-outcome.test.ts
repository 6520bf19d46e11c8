import { expect, test } from "vitest";
import { isInterruption, toOutput } from "./from-outcome.ts";

test("the answer is given as the reason why the tool is not run", () => {
  expect(toOutput("SQLite")).toEqual({ decision: "deny", reason: "SQLite" });
});

test("only Gemini's own line says that the turn was interrupted, not a text that quotes it", () => {
  const info = JSON.stringify({ id: "1", type: "info", content: "Request cancelled." });
  expect(isInterruption(`{"$set":{}}\n${info}\n`)).toBe(true);
  expect(isInterruption(JSON.stringify({ type: "user", content: "Request cancelled." }))).toBe(false);
  expect(isInterruption(JSON.stringify({ type: "info", content: `It said "Request cancelled."` }))).toBe(false);
  expect(isInterruption(info.slice(0, -1))).toBe(false);
  expect(isInterruption("")).toBe(false);
});
