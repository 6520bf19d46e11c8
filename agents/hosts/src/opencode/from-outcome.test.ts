import type { QuestionAnswer } from "@yourcall/core";
import { expect, test } from "vitest";
import type { Decision } from "../follow-dialog.ts";
import { covers, isInterrupted, toQuestionReport, toReply } from "./from-outcome.ts";
import { toPermissionAsk, toQuestionAsk } from "./to-ask.ts";

const by = { surface: "web", act: "click" } as const;
const at = "2026-01-01T00:00:00.000Z";
const options = [{ label: "Auth" }, { label: "Search" }];
const asked = toQuestionAsk({ questions: [{ question: "Which?", header: "Parts", options, multiple: true }] });
const approval = toPermissionAsk("OpenCode", {
  permission: "bash",
  patterns: ["rm x"],
  metadata: { command: "rm x" },
  always: ["rm *"],
});

const sketch = {
  ...{ hash: "a".repeat(64), type: "image/png" as const, name: "sketch.png" },
  ...{ bytes: 184_000, width: 480, height: 320 },
};

function decide(answer: Partial<QuestionAnswer>, comment?: string): Decision {
  const answers = [{ question: "Which?", header: "Parts", selectedOptions: [], ...answer }];
  return { status: "answered", answers, comment, by, at };
}

test("own words, a note and a comment follow the chosen options", () => {
  if (asked === null) throw new Error("It cannot be shown.");
  const decision = decide({ selectedOptions: ["Auth"], customInput: "Export", notes: "soon" }, "Thanks");
  expect(toReply(asked, "que_1", decision)).toEqual({
    url: "/question/que_1/reply",
    body: { answers: [["Auth", "Export", "note: soon", "Thanks"]] },
    endsTurn: false,
  });
});

test("the model is told of pictures in words, with what was typed", () => {
  if (asked === null) throw new Error("It cannot be shown.");
  const { body } = toReply(asked, "que_1", decide({ selectedOptions: ["Auth"], attachments: [sketch] }, "Thanks"));
  expect(body).toEqual({ answers: [["Auth", "Picture: sketch.png (PNG, 480 × 320, 184 KB)", "Thanks"]] });
});

test("a skipped question is never an empty list, which the model would see as unanswered", () => {
  if (asked === null) throw new Error("It cannot be shown.");
  const { body } = toReply(asked, "que_1", decide({ skipped: true }));
  expect(body).toEqual({ answers: [[expect.stringMatching(/\S/)]] });
});

test("only an answer that allows allows", () => {
  const replyTo = (decision: Decision) => toReply(approval, "per_1", decision).body;
  expect(replyTo(decide({ selectedOptions: ["allow-once"] }))).toEqual({ reply: "once" });
  expect(replyTo(decide({ selectedOptions: ["allow-always"] }))).toEqual({ reply: "always" });
  expect(replyTo(decide({ selectedOptions: ["deny"], notes: "Not now." }))).toEqual({
    reply: "reject",
    message: "Not now.",
  });
  expect(replyTo(decide({ selectedOptions: ["something"] }))).toEqual({ reply: "reject" });
  expect(replyTo({ status: "declined", by, at })).toEqual({ reply: "reject" });
});

test("an answer in the window is read as options and own words", () => {
  if (asked === null) throw new Error("It cannot be shown.");
  const read = (answers: unknown) => toQuestionReport(asked, answers);
  expect(read([["Auth", "Export"]])).toMatchObject({ answers: [{ selectedOptions: ["Auth"], customInput: "Export" }] });
  expect(read([[]])).toMatchObject({ answers: [{ selectedOptions: [], skipped: true }] });
});

test("a rule covers a request only if it matches each of its patterns", () => {
  expect(covers(["rm *"], { patterns: ["rm x"] })).toBe(true);
  expect(covers(["rm *"], { patterns: ["rm"] })).toBe(true);
  expect(covers(["rm *"], { patterns: ["rm x", "ls"] })).toBe(false);
  expect(covers(["r.m *"], { patterns: ["rxm a"] })).toBe(false);
  expect(covers([], { patterns: [] })).toBe(false);
});

test("a call that was aborted is interrupted, one that failed by itself is not", () => {
  const message = (state: object) => ({ parts: [{ type: "tool", callID: "call_1", state }] });
  expect(isInterrupted(message({ status: "error", error: "Tool execution aborted" }), "call_1")).toBe(true);
  expect(isInterrupted(message({ status: "error", error: "exit 1" }), "call_1")).toBe(false);
  expect(isInterrupted(message({ status: "completed" }), "call_1")).toBe(false);
  expect(isInterrupted(message({ status: "running" }), "call_1")).toBeUndefined();
});
