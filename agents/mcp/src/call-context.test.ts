import { describe, expect, test } from "vitest";
import { toAgent, toCallKey } from "./call-context.ts";
import { callSeconds } from "./clients.ts";

describe("who asks", () => {
  test.each([
    [
      { client: { name: "codex-mcp-client", version: "0.166.0", title: "Codex" }, meta: { sessionId: "s1" } },
      { name: "codex", title: "Codex 0.166.0", session: "s1" },
    ],
    [
      { client: { name: "opencode", version: "1.18" }, directory: "/work" },
      { name: "opencode", title: "opencode 1.18", session: "mcp:opencode:/work", cwd: "/work" },
    ],
    [
      { client: { name: "qwen-cli-mcp-client-x" }, env: { QWEN_CODE_SESSION_ID: "q" } },
      { name: "qwen", session: "q" },
    ],
    [
      { client: { name: "claude-code" }, env: { CLAUDE_CODE_SESSION_ID: "c" } },
      { name: "claude", session: "c" },
    ],
    [
      { client: { name: "my\u001b[31m client" }, session: "mine" },
      { name: "my client", session: "mine" },
    ],
    [{ client: { name: "copilot-cli", version: "1.0.102" } }, { name: "copilot", title: "Copilot CLI 1.0.102" }],
    [{ client: { name: "@cline/core", version: "0.0.0" } }, { name: "cline", title: "Cline" }],
    [{ client: { name: "continue-cli-client", version: "1.0.0" } }, { name: "continue", title: "Continue" }],
    [{ client: { name: "ai-sdk-mcp-client", version: "2.1.0" } }, { name: "ai-sdk", title: "AI SDK 2.1.0" }],
    // Some clients give the name of the server as their own.
    [{ client: { name: "yourcall", version: "1.0.0" } }, { name: "mcp", title: undefined }],
    [{}, { name: "mcp", title: undefined, session: "mcp:mcp:" }],
  ])("%j", (given, agent) => {
    expect(toAgent({ env: {}, ...given })).toMatchObject(agent);
  });

  test("a long directory still gives a session of allowed length", () => {
    const { session } = toAgent({ env: {}, directory: `/${"long/".repeat(100)}` });
    expect(session).toMatch(/^mcp:[0-9a-f]{64}$/);
  });

  test("only a client that names its calls gets a key", () => {
    expect(toCallKey({ "claudecode/toolUseId": "toolu_1" })).toBe("mcp:toolu_1");
    expect(toCallKey({ progressToken: 1 })).toBeUndefined();
    expect(toCallKey()).toBeUndefined();
  });
});

describe("how long a call waits", () => {
  test.each([
    ["codex-mcp-client", false, {}, 280],
    ["opencode", false, {}, 50],
    ["opencode", true, {}, 600],
    ["gemini-cli-mcp-client", true, {}, 580],
    ["qwen-cli-mcp-client-1", true, {}, 580],
    ["claude-code", true, {}, 110],
    ["claude-code", true, { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0" }, 600],
    ["claude-code", false, { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1" }, 600],
    ["copilot-cli", false, {}, 50],
    ["kilo", false, {}, 110],
    ["kilo", true, {}, 600],
    ["ai-sdk-mcp-client", false, {}, 2700],
    ["somebody", true, {}, 50],
    ["", false, {}, 50],
  ])("%s, progress %s, %j: %i s", (name, progress, env, seconds) => {
    expect(callSeconds(name, progress, env)).toBe(seconds);
  });
});
