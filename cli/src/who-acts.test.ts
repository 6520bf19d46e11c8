import { expect, test } from "vitest";
import { findAgentVariable } from "./who-acts.ts";

test.each([
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "YOURCALL_SESSION",
  "CODEX_SANDBOX",
  "GEMINI_CLI",
  "OPENCODE",
  "CURSOR_AGENT",
])("%s tells an agent's environment from a person's", (name) => {
  expect(findAgentVariable({ PATH: "/bin", [name]: "1" })).toBe(name);
  expect(findAgentVariable({ PATH: "/bin", [name]: "" })).toBeNull();
});

test("a person's terminal inside an agent's editor stays a person's", () => {
  const env = {
    PATH: "/bin",
    TERM_PROGRAM: "vscode",
    CURSOR_TRACE_ID: "x",
    CLAUDE_CODE_SSE_PORT: "1",
    CODEX_HOME: "/x",
  };
  expect(findAgentVariable(env)).toBeNull();
});
