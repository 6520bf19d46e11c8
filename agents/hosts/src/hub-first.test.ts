import { expect, test } from "vitest";
import { hubFirstHosts } from "./host-table.ts";
import { toHeldQuestion } from "./hub-first.ts";

const options = [
  { label: "SQLite", description: "One file" },
  { label: "MongoDB", description: "A server" },
];
const event = {
  hook_event_name: "PermissionRequest",
  tool_name: "ask_user_question",
  tool_input: { questions: [{ question: "Which?", header: "Database", options, multiSelect: true }] },
  session_id: "s1",
  cwd: "/project",
  transcript_path: "/home/chat.jsonl",
};
const held = (given: unknown) => toHeldQuestion("qwen", hubFirstHosts.qwen, given, "key-1");

test("a question is held with its session, its place and its conversation", () => {
  expect(held(event)).toMatchObject({
    request: {
      key: "key-1",
      questions: [{ question: "Which?", multiSelect: true, options }],
      agent: { name: "qwen", session: "s1", cwd: "/project" },
    },
    transcript: "/home/chat.jsonl",
  });
});

test("an approval is held as the command that it would run", () => {
  const command = { command: "touch a", description: "a command" };
  expect(held({ ...event, tool_name: "run_shell_command", tool_input: command })).toMatchObject({
    request: { kind: "approval", approval: { tool: "Shell", input: command }, agent: { session: "s1" } },
  });
});

test("a plan, another event and what is no question are left to the host", () => {
  expect(held({ ...event, tool_name: "exit_plan_mode" })).toBeNull();
  expect(held({ ...event, hook_event_name: "PreToolUse" })).toBeNull();
  expect(held({ ...event, tool_input: { questions: [] } })).toBeNull();
  expect(held("nothing")).toBeNull();
});
