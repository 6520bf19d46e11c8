import { describe, expect, test } from "vitest";
import { toAsyncQuestions } from "./async-reply.ts";
import { toCodexAsk } from "./to-ask.ts";

const options = [{ label: "SQLite", description: "One file" }];
const asked = { id: "db", header: "Database", question: "Which?", isOther: true, isSecret: false, options };
const ask = (method: string, params: Record<string, unknown>, item?: Record<string, unknown>) =>
  toCodexAsk({ id: 1, method, params }, item);
const questions = (...list: unknown[]) => ask("item/tool/requestUserInput", { questions: list });
const commandMethod = "item/commandExecution/requestApproval";

describe("a question of Codex", () => {
  test("keeps its options, and takes one of them", () => {
    expect(questions(asked)).toMatchObject({
      type: "question",
      ids: ["db"],
      ask: {
        questions: [{ question: "Which?", header: "Database", multiSelect: false, options: [{ label: "SQLite" }] }],
      },
    });
  });

  test("without options asks for a text", () => {
    expect(questions({ ...asked, options: null })).toMatchObject({ ask: { questions: [{ kind: "text" }] } });
  });

  test("stays in Codex if one of its parts is secret", () => {
    expect(questions(asked, { ...asked, id: "key", question: "Which key?", isSecret: true })).toBeNull();
  });

  test("that cannot be shown stays in Codex", () => {
    expect(questions()).toBeNull();
    expect(questions(asked, { ...asked, question: "" })).toBeNull();
  });

  test("that it does not wait for is one ask for each question", () => {
    const item = {
      ...{ type: "agentMessage", delivery: "async", id: "call_7" },
      questions: [
        { title: "Which?", options: ["SQLite", "PostgreSQL"] },
        { title: "Which port?", options: null },
      ],
    };
    expect(toAsyncQuestions(item)).toMatchObject([
      { call: "call_7", at: 0, ask: { questions: [{ question: "Which?", options: [{ label: "SQLite" }, {}] }] } },
      { call: "call_7", at: 1, ask: { questions: [{ question: "Which port?", kind: "text" }] } },
    ]);
    expect(toAsyncQuestions({ ...item, delivery: null })).toEqual([]);
  });
});

describe("an approval of Codex", () => {
  const command = { command: "/bin/bash -lc 'npm test'", cwd: "/project", reason: "May I?" };

  test("shows the command without its shell, and offers what Codex offers", () => {
    const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["npm", "test"] } };
    const found = ask(commandMethod, {
      ...{ ...command, kind: "command", commandActions: [{ command: "npm test" }] },
      availableDecisions: ["accept", amendment, "cancel"],
    });
    expect(found).toMatchObject({
      ask: { approval: { tool: "Shell", input: { command: "npm test", cwd: "/project" } } },
      decisions: { accept: "accept", acceptWithExecpolicyAmendment: amendment, decline: "decline" },
    });
    expect(found?.ask.approval?.options?.map(({ label }) => label)).toEqual([
      "Allow once",
      "Always allow commands that begin with npm test",
      "Deny",
    ]);
  });

  test("shows the host and the wider permissions that the command would get", () => {
    const wider = { network: { enabled: true }, fileSystem: null };
    const context = { host: "example.com", protocol: "https" };
    expect(
      ask(commandMethod, { ...command, additionalPermissions: wider, networkApprovalContext: context }),
    ).toMatchObject({
      ask: { approval: { input: { permissions: { network: { enabled: true } }, network: context } } },
    });
  });

  test("of anything but a whole command stays in Codex", () => {
    expect(ask(commandMethod, { ...command, kind: "writeStdin" })).toBeNull();
    expect(ask(commandMethod, { ...command, approvalId: "part-of-a-command" })).toBeNull();
  });

  test("of a change shows it, and stays in Codex without it", () => {
    const method = "item/fileChange/requestApproval";
    const changes = [{ path: "/project/b.txt", kind: { type: "add" }, diff: "new\n" }];
    expect(ask(method, {}, { changes })).toMatchObject({
      ask: { approval: { tool: "Edit", input: { content: [{ path: "/project/b.txt", newText: "new\n" }] } } },
    });
    expect(ask(method, {})).toBeNull();
  });
});

test.each(["item/permissions/requestApproval", "item/tool/call", "item/of/a/later/version", "execCommandApproval"])(
  "%s is left to Codex",
  (method) => {
    expect(ask(method, { ...asked, questions: [asked], command: "ls", message: "May I?" })).toBeNull();
  },
);

test("a form of an MCP server that is no approval of a tool is left to Codex", () => {
  expect(ask("mcpServer/elicitation/request", { message: "Your name?", serverName: "notes", _meta: {} })).toBeNull();
});
