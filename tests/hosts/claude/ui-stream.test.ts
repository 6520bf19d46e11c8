import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { claudeToolNames, type DroppedChunk, toApprovalKey } from "@yourcall/ai-sdk";
import { type ClaudeStreamOptions, claudeStream } from "@yourcall/ai-sdk/claude";
import { createScriptedPerson, type ScriptedRule } from "@yourcall/core/testing";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { expect } from "vitest";
import { testWithClaude } from "../../support/claude.ts";
import { startHub } from "../../support/hub.ts";
import { type Scenarios, startMessagesApi } from "../../support/messages-api.ts";
import { labelled, setUpClaude } from "./sessions.ts";

const database = {
  question: "Which database?",
  header: "Database",
  options: labelled("Postgres", "SQLite"),
  multiSelect: false,
};
const ask = { tool: "AskUserQuestion", input: { questions: [database] }, id: "toolu_ask" };

/** Reads a run as a page does. */
async function show(scenarios: Scenarios, rules: ScriptedRule[], more: Partial<ClaudeStreamOptions> = {}) {
  const set = await setUpClaude(scenarios);
  const asker = createScriptedPerson(rules);
  const dropped: DroppedChunk[] = [];
  const sessions: string[] = [];
  const stream = claudeStream(
    { prompt: `[${Object.keys(scenarios)[0]}] go`, options: set.options() },
    {
      ...{ asker, session: "chat-1", messageId: "m1", onSession: (id: string) => sessions.push(id) },
      ...{ onDropped: (chunk) => dropped.push(chunk), ...more },
    },
  );
  const [seen, read] = stream.tee();
  const errors: unknown[] = [];
  let message: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream: read, onError: (error) => errors.push(error) }))
    message = state;
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of seen) chunks.push(chunk);
  const part = (id: string) => message?.parts.find((one) => "toolCallId" in one && one.toolCallId === id);
  return { ...set, asker, message, chunks, part, dropped, errors, sessions };
}

testWithClaude("a run of Claude is a UI message, with the person's own answer and its subagent's calls", async () => {
  const agent = {
    description: "look",
    prompt: "[sub] look around",
    subagent_type: "general-purpose",
    run_in_background: false,
  };
  const { api, message, chunks, part, asker, dropped, errors, sessions } = await show(
    {
      chat: [
        [{ thinking: "One file may do." }, "Let me ask.", ask],
        [
          { tool: "Bash", input: { command: "echo hi", description: "greets" }, id: "toolu_bash" },
          { tool: "Read", input: { file_path: "/nowhere/at/all" }, id: "toolu_read" },
        ],
        [{ tool: "Agent", input: agent, id: "toolu_agent" }],
        ["All done."],
      ],
      sub: [
        ["Looking.", { tool: "Bash", input: { command: "echo sub", description: "x" }, id: "toolu_sub" }],
        ["Seen."],
      ],
    },
    [{ when: "Which database?", answer: { select: "SQLite", note: "for now" } }],
  );
  expect([errors, dropped]).toEqual([[], []]);
  expect(message?.id).toBe("m1");
  expect(sessions).toHaveLength(1);
  // The placeholder stands for tools that Claude has yet to look up.
  const offered = (api.requests[0]?.tools ?? []).filter((name) => name !== "DeferredToolPlaceholder");
  expect(offered).toContain("AskUserQuestion");
  expect(offered.filter((name) => !claudeToolNames.includes(name))).toEqual([]);
  expect(part("toolu_ask")).toMatchObject({
    type: "tool-AskUserQuestion",
    state: "output-available",
    input: ask.input,
    output: { outcome: { status: "answered" }, text: expect.stringContaining("Selected: SQLite\n   Note: for now") },
  });
  expect(asker.asks[0]).toMatchObject({ key: "toolu_ask", agent: { name: "claude", session: "chat-1" } });
  expect(part("toolu_bash")).toMatchObject({
    type: "dynamic-tool",
    toolName: "Bash",
    output: "hi",
    providerExecuted: true,
  });
  expect(part("toolu_read")).toMatchObject({
    state: "output-error",
    errorText: expect.stringContaining("needs permission"),
  });
  expect(part("toolu_sub")).toMatchObject({ output: "sub", toolMetadata: { parentToolCallId: "toolu_agent" } });
  expect(part("toolu_agent")).toMatchObject({ state: "output-available" });
  expect(message?.parts).toContainEqual(expect.objectContaining({ type: "reasoning", text: "One file may do." }));
  expect(message?.parts.find(({ type }) => type === "data-subagent")).toMatchObject({
    data: { toolCallId: "toolu_agent", text: expect.stringContaining("Looking.") },
  });
  const texts = message?.parts.flatMap((one) => (one.type === "text" ? [one.text] : []));
  expect(texts).toEqual(["Let me ask.", "All done."]);
  // The input and the words of the model come in pieces, and the message ends once.
  expect(
    chunks.filter((chunk) => chunk.type === "tool-input-delta" && chunk.toolCallId === "toolu_bash").length,
  ).toBeGreaterThan(1);
  expect(chunks.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(2);
  expect(chunks.filter(({ type }) => type === "finish")).toHaveLength(1);
  expect(chunks.at(-1)).toEqual({ type: "finish", finishReason: "stop" });
});

testWithClaude("a refusal and a denied approval are shown as what they are", async () => {
  const { part, chunks, asker, dropped } = await show(
    {
      chat: [
        [ask, { tool: "Write", input: { file_path: "/tmp/yourcall-never", content: "x" }, id: "toolu_write" }],
        ["As you wish."],
      ],
    },
    [
      { when: "Which database?", answer: { decline: "not now" } },
      (asked) => (asked.kind === "approval" ? { select: "deny", note: "no files" } : undefined),
    ],
    { approvals: true },
  );
  expect(dropped).toEqual([]);
  expect(part("toolu_ask")).toMatchObject({
    state: "output-available",
    output: { outcome: { status: "declined", reason: "not now" } },
  });
  const approvalId = toApprovalKey("toolu_write");
  expect(asker.asks.map(({ key }) => key)).toContain(approvalId);
  expect(chunks).toContainEqual({ type: "tool-approval-request", approvalId, toolCallId: "toolu_write" });
  expect(part("toolu_write")).toMatchObject({
    state: "output-error",
    approval: { id: approvalId, approved: false, reason: "no files" },
  });
});

testWithClaude("leaving the page's stream withdraws the question; a failure of the model is an error", async () => {
  const hub = await startHub();
  const { options } = await setUpClaude({ chat: [[ask], ["The end."]] });
  const leaving = new AbortController();
  const client = hub.client("agent");
  const stream = claudeStream(
    { prompt: "[chat] go", options: options() },
    { asker: client, session: "chat-1", signal: leaving.signal },
  );
  const chunks: UIMessageChunk[] = [];
  const reading = (async () => {
    for await (const chunk of stream) chunks.push(chunk);
  })();
  const find = async () => (await client.list({ session: "chat-1", key: "toolu_ask", status: "all" })).asks[0]?.status;
  await expect.poll(find).toBe("pending");
  leaving.abort();
  await reading;
  expect(chunks.at(-1)?.type).toBe("abort");
  await expect.poll(find).toBe("cancelled");

  const api = await startMessagesApi({});
  await api.stop();
  const env = { ...options().env, ANTHROPIC_BASE_URL: api.url, CLAUDE_CODE_MAX_RETRIES: "0" } as Options["env"];
  const failing = claudeStream({ prompt: "hi", options: options({ env }) }, { asker: client });
  const types: string[] = [];
  for await (const { type } of failing) types.push(type);
  expect(types).toContain("error");
});
