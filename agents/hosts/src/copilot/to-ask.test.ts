import { expect, test } from "vitest";
import { toPermissionAsk, toPlanAsk, toQuestionAsk, toRequest, toRule } from "./to-ask.ts";

const formOf = (message: string, properties: object) => toQuestionAsk({ message, requestedSchema: { properties } });
const optionsOf = (request: object) => toPermissionAsk({ ...request })?.approval?.options?.map(({ id }) => id);

test("each field is a question of its kind, and the message is their context", () => {
  const form = formOf("Some things first.", {
    name: { type: "string", title: "Name" },
    db: { type: "string", enum: ["a", "b"], enumNames: ["SQLite", "MongoDB"] },
    parts: { type: "array", items: { anyOf: [{ const: "auth", title: "Auth" }, { const: "find" }] } },
    go: { type: "boolean", description: "Now?" },
  });
  expect(form?.ask).toMatchObject({
    context: "Some things first.",
    questions: [
      { question: "Name", kind: "text" },
      { question: "db", options: [{ label: "SQLite" }, { label: "MongoDB" }], multiSelect: false },
      { question: "parts", options: [{ label: "Auth" }, { label: "find" }], multiSelect: true },
      { question: "go\nNow?", options: [{ label: "Yes" }, { label: "No" }] },
    ],
  });
});

test("in a form with one field the message is the question", () => {
  const { ask } = formOf("Which one?", { db: { type: "string", enum: ["a", "b"] } }) ?? {};
  expect(ask).toMatchObject({ questions: [{ question: "Which one?" }] });
  expect(ask?.context).toBeUndefined();
});

test("choices beyond those that fit are named, and fields with the same text are told apart", () => {
  const many = formOf("Which?", { a: { type: "string", enum: ["1", "2", "3", "4", "5"] } });
  expect(many?.ask.questions[0]?.options).toHaveLength(4);
  expect(many?.ask.questions[0]?.question).toContain("More choices (type one under Other): 5");
  const same = formOf("Both.", { a: { type: "string", title: "Name" }, b: { type: "string", title: "Name" } });
  expect(same?.ask.questions.map(({ question }) => question)).toEqual(["Name (a)", "Name (b)"]);
});

test("a form without fields, or with more than fit, stays in Copilot's window", () => {
  expect(formOf("Nothing?", {})).toBeNull();
  const names = ["a", "b", "c", "d", "e"];
  expect(formOf("Much?", Object.fromEntries(names.map((name) => [name, { type: "string" }])))).toBeNull();
  expect(toQuestionAsk({ message: "What?" })).toBeNull();
});

test("an approval shows what is going to happen", () => {
  const seen = (request: object) => toPermissionAsk({ ...request })?.approval;
  expect(seen({ kind: "shell", fullCommandText: "rm x", intention: "Tidy up" })).toMatchObject({
    tool: "Bash",
    input: { command: "rm x", description: "Tidy up" },
  });
  expect(seen({ kind: "mcp", serverName: "files", toolName: "read", args: { path: "a" } })).toMatchObject({
    tool: "mcp__files__read",
    input: { path: "a" },
  });
  expect(seen({ kind: "url", url: "http://a.test" })).toMatchObject({
    tool: "WebFetch",
    input: { url: "http://a.test" },
  });
  expect(seen({ kind: "new-kind", toolCallId: "1", what: "all" })).toMatchObject({
    tool: "new-kind",
    input: { what: "all" },
  });
});

test("whether other code is loaded is decided in Copilot's window alone", () => {
  expect(toPermissionAsk({ kind: "extension-permission-access" })).toBeNull();
  expect(toPermissionAsk({})).toBeNull();
});

test("a rule for the session is offered only if Copilot has one for each command", () => {
  const commands = [{ identifier: "rm" }, { identifier: "ls" }, { identifier: "rm" }];
  const shell = { kind: "shell", fullCommandText: "rm x; ls; rm y", canOfferSessionApproval: true, commands };
  expect(toRule(shell)).toEqual({ kind: "commands", commandIdentifiers: ["rm", "ls"] });
  expect(optionsOf(shell)).toEqual(["approve-once", "approve-for-session", "reject"]);
  expect(optionsOf({ ...shell, canOfferSessionApproval: false })).toEqual(["approve-once", "reject"]);
  expect(optionsOf({ ...shell, commands: [{ identifier: "rm" }, {}] })).toEqual(["approve-once", "reject"]);
});

test("a rule whose commands do not all fit its label is not offered", () => {
  const commands = Array.from({ length: 12 }, (_, at) => ({ identifier: `some-long-command-${at}` }));
  const shell = { kind: "shell", fullCommandText: "all of them", canOfferSessionApproval: true };
  const labelOf = (count: number) =>
    toPermissionAsk({ ...shell, commands: commands.slice(0, count) })?.approval?.options?.[1]?.label;
  expect(labelOf(8)).toMatch(/^Allow in this session: .*, some-long-command-7$/);
  expect(labelOf(9)).toBe("Deny");
});

test("a plan has the choices of its dialog, and the summary if that is not the plan itself", () => {
  const actions = ["autopilot", "interactive", "exit_only", "something_new"];
  const request = { summary: "In short.", planContent: "# Plan\n\n1. Do it.", actions, recommendedAction: "autopilot" };
  expect(toPlanAsk(request)).toMatchObject({
    context: "In short.",
    approval: {
      tool: "ExitPlanMode",
      input: { plan: "# Plan\n\n1. Do it." },
      options: [
        { id: "change", effect: "deny" },
        { id: "interactive", effect: "allow-once" },
        { id: "autopilot", label: "Accept plan and continue in Autopilot mode (recommended)", effect: "allow-always" },
        { id: "exit_only", effect: "deny" },
      ],
    },
  });
  const short = toPlanAsk({ summary: "1. Do it.", planContent: "", actions: [] });
  expect(short).toMatchObject({ approval: { input: { plan: "1. Do it." }, options: [{ id: "change" }] } });
  expect(short?.context).toBeUndefined();
  expect(toPlanAsk({ summary: "", planContent: "", actions })).toBeNull();
});

test("the request names the session, the place and the subagent, and keeps what was said last", () => {
  const form = formOf("Which one?", { db: { type: "string" } });
  if (form === null) throw new Error("It cannot be shown.");
  const snapshot = { workingDirectory: "/project", workspace: { branch: "topic", name: "Tidy up" } };
  const around = { session: "s1", directory: "/elsewhere", said: "x".repeat(100_000), subagent: "scout", snapshot };
  const { agent, context = "", key } = toRequest(form.ask, "id-1", around);
  expect(agent).toMatchObject({ session: "s1", title: "Tidy up", cwd: "/project", branch: "topic", subagent: "scout" });
  expect(key).toBe("id-1");
  expect(context.length).toBeLessThan(100_000);
});
