import { describe, expect, test } from "vitest";
import type { Decision } from "../follow-dialog.ts";
import { findReply, readReplies, toAsyncQuestions, toReplyReport, toReplyText } from "./async-reply.ts";
import { isSameResult, readAnswers, toCodexResult, toNote, toWindowEnd, wasAllowed } from "./from-outcome.ts";
import { type CodexAsk, toCodexAsk } from "./to-ask.ts";

const by = { surface: "web", act: "click" } as const;
const answered = (answers: object[], more?: object) =>
  ({ status: "answered", answers, by, ...more }) as unknown as Decision;
const declined = (reason?: string) => ({ status: "declined", reason, by }) as unknown as Decision;

function asked<Type extends CodexAsk["type"]>(type: Type, method: string, params: Record<string, unknown>) {
  const found = toCodexAsk({ id: 1, method, params }, undefined);
  if (found?.type !== type) throw new Error(`No ${type}.`);
  return found as Extract<CodexAsk, { type: Type }>;
}

const options = [
  { label: "SQLite", description: "One file" },
  { label: "PostgreSQL", description: "A server" },
];
const questions = asked("question", "item/tool/requestUserInput", {
  questions: [
    { id: "db", header: "Database", question: "Which?", options },
    { id: "port", header: "Port", question: "Which port?", options: null },
  ],
});
const command = asked("approval", "item/commandExecution/requestApproval", {
  command: "ls",
  availableDecisions: ["accept", { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["ls"] } }, "cancel"],
});
const choose = (id: string, notes?: string) =>
  answered([{ question: command.ask.questions[0]?.question, header: "", selectedOptions: [id], notes }]);

describe("the result of a question", () => {
  test("has the label, own words and notes as Codex's own dialog writes them", () => {
    const decision = answered(
      [
        { question: "Which?", selectedOptions: ["SQLite"], notes: "on disk" },
        { question: "Which port?", selectedOptions: [], customInput: "5432" },
      ],
      { comment: "Soon." },
    );
    expect(toCodexResult(questions, decision)).toEqual({
      answers: {
        db: { answers: ["SQLite", "user_note: on disk", "user_note: Soon."] },
        port: { answers: ["user_note: 5432"] },
      },
    });
  });

  test("says which pictures came with it", () => {
    const picture = { hash: "0".repeat(64), type: "image/png", bytes: 184_000, width: 480, height: 320 };
    const attachments = [{ ...picture, name: "sketch.png" }];
    const decision = answered([{ question: "Which?", selectedOptions: ["SQLite"], attachments }]);
    const said = "user_note: Picture: sketch.png (PNG, 480 × 320, 184 KB)";
    expect(toCodexResult(questions, decision)).toMatchObject({ answers: { db: { answers: ["SQLite", said] } } });
  });

  test("says for each question that it was declined, and never leaves one without words", () => {
    const result = toCodexResult(questions, declined("Ask Ana.")) as { answers: Record<string, { answers: string[] }> };
    for (const { answers } of Object.values(result.answers))
      expect(answers).toEqual([expect.stringMatching(/^user_note: .*declined.*Ask Ana/s)]);
    expect(Object.keys(result.answers)).toEqual(["db", "port"]);
  });

  test("is read back as it was given in Codex's dialog", () => {
    const told = JSON.stringify({
      answers: { db: { answers: ["PostgreSQL", "user_note: version 18"] }, port: { answers: ["user_note: 5432"] } },
    });
    expect(readAnswers(questions, told)).toEqual({
      status: "answered",
      answers: [
        { question: "Which?", selectedOptions: ["PostgreSQL"], notes: "version 18" },
        { question: "Which port?", selectedOptions: [], customInput: "5432" },
      ],
    });
  });

  test.each(['{"answers":{}}', '{"answers":{"db":{"answers":[]}}}', "aborted by user", ""])(
    "%j is no answer of a person",
    (told) => {
      expect(readAnswers(questions, told)).toBeUndefined();
    },
  );

  test("is the same in another order of the questions, and not with another answer", () => {
    const sent = { answers: { db: { answers: ["SQLite"] }, port: { answers: ["user_note: 1"] } } };
    const told = (db: string) => `{"answers":{"port":{"answers":["user_note: 1"]},"db":{"answers":["${db}"]}}}`;
    expect(isSameResult(sent, told("SQLite"))).toBe(true);
    expect(isSameResult(sent, told("PostgreSQL"))).toBe(false);
    expect(isSameResult(sent, '{"answers":{}}')).toBe(false);
  });
});

describe("the result of an approval", () => {
  test("is the decision that Codex offered", () => {
    expect(toCodexResult(command, choose("accept"))).toEqual({ decision: "accept" });
    expect(toCodexResult(command, choose("acceptWithExecpolicyAmendment"))).toEqual({
      decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["ls"] } },
    });
  });

  test("is a denial for everything that does not allow", () => {
    for (const decision of [choose("decline"), choose("no such choice"), declined(), answered([])])
      expect(toCodexResult(command, decision)).toEqual({ decision: "decline" });
  });

  test("leaves the note to a message of its own", () => {
    expect(toNote(command, choose("decline", "use mktemp"))).toBe("use mktemp");
    expect(toNote(command, declined("Not today."))).toBe("Not today.");
    expect(toNote(questions, declined("Not today."))).toBe("");
  });

  test("from Codex's own dialog names a choice only if there was one of its kind", () => {
    expect(toWindowEnd(command.ask, true)).toEqual({ reason: "Allowed in Codex." });
    expect(toWindowEnd(command.ask, false)).toMatchObject({ report: { answers: [{ selectedOptions: ["decline"] }] } });
    const method = "item/commandExecution/requestApproval";
    const only = asked("approval", method, { command: "ls", availableDecisions: ["accept", "cancel"] });
    expect(toWindowEnd(only.ask, true)).toMatchObject({ report: { answers: [{ selectedOptions: ["accept"] }] } });
  });

  test("is read from the status of a command, and from the error of a tool", () => {
    const failed = (message: string) => ({ status: "failed", error: { message } });
    const allowed = [{ status: "completed" }, { status: "failed" }, failed("No network.")];
    expect(allowed.map(wasAllowed)).toEqual([true, true, true]);
    const denied = [
      { status: "declined" },
      ...["rejected", "cancelled"].map((word) => failed(`user ${word} MCP tool call`)),
    ];
    expect(denied.map(wasAllowed)).toEqual([false, false, false]);
  });
});

describe("the reply to a question that Codex does not wait for", () => {
  const item = {
    ...{ type: "agentMessage", delivery: "async", id: "call_7" },
    questions: [{ title: "Which?", options: ["SQLite", "PostgreSQL"] }],
  };
  const [question] = toAsyncQuestions(item);
  if (question === undefined) throw new Error("No question.");

  test("is the message that Codex's own screen sends, and is read back from it", () => {
    const text = toReplyText(question, answered([{ question: "Which?", selectedOptions: ["SQLite"] }]));
    expect(text).toBe(
      `<send_user_message_question_reply>\n[{"answer":"SQLite","question":"Which?","questionItemId":"[\\"request_user_input_async\\",\\"call_7\\",0]"}]\n</send_user_message_question_reply>`,
    );
    const replies = readReplies({ content: [{ type: "text", text }] });
    expect(replies && findReply(replies.answers, question)).toBe("SQLite");
    expect(readReplies({ content: [{ type: "text", text: "Never mind." }] })).toBeUndefined();
  });

  test("says which pictures came with it", () => {
    const picture = { hash: "0".repeat(64), type: "image/png", bytes: 184_000, width: 480, height: 320 };
    const decision = answered([{ question: "Which?", selectedOptions: ["SQLite"], attachments: [picture] }]);
    expect(toReplyText(question, decision)).toContain(
      "SQLite\\nuser_note: Picture: picture.png (PNG, 480 × 320, 184 KB)",
    );
  });

  test("that was given in Codex's screen is one of its options, or own words", () => {
    expect(toReplyReport(question, "PostgreSQL")).toMatchObject({ answers: [{ selectedOptions: ["PostgreSQL"] }] });
    expect(toReplyReport(question, "MySQL")).toMatchObject({ answers: [{ customInput: "MySQL" }] });
  });
});
