import type { QuestionAnswer } from "@yourcall/core";
import { expect, test } from "vitest";
import type { Decision } from "../follow-dialog.ts";
import {
  toFormEnd,
  toFormResult,
  toPermissionEnd,
  toPermissionResult,
  toPlanEnd,
  toPlanResult,
} from "./from-outcome.ts";
import { toPermissionAsk, toPlanAsk, toQuestionAsk } from "./to-ask.ts";

const by = { surface: "web", act: "click" } as const;
const at = "2026-01-01T00:00:00.000Z";
const properties = {
  db: { type: "string", enum: ["a", "b"], enumNames: ["SQLite", "MongoDB"] },
  parts: { type: "array", items: { type: "string", enum: ["Auth", "Search"] } },
  go: { type: "boolean" },
};
const fields = toQuestionAsk({ message: "Three.", requestedSchema: { properties } })?.fields ?? [];
const rule = { kind: "commands", commandIdentifiers: ["rm"] };

function decide(given: Partial<QuestionAnswer>[], comment?: string): Decision {
  const answers = given.map((answer, index) => ({
    question: fields[index]?.question.question ?? "",
    header: "Some",
    selectedOptions: [],
    ...answer,
  }));
  return { status: "answered", answers, comment, by, at };
}

function approval() {
  const commands = [{ identifier: "rm" }];
  const ask = toPermissionAsk({ kind: "shell", fullCommandText: "rm x", canOfferSessionApproval: true, commands });
  if (ask === null) throw new Error("It cannot be shown.");
  return ask;
}

test("a chosen label becomes the value of the field", () => {
  const decision = decide([
    { selectedOptions: ["MongoDB"] },
    { selectedOptions: ["Auth", "Search"] },
    { selectedOptions: ["No"] },
  ]);
  expect(toFormResult(fields, decision)).toEqual({
    action: "accept",
    content: { db: "b", parts: ["Auth", "Search"], go: false },
  });
});

test("own words, notes and a comment go into the field, and a skipped one says so", () => {
  const decision = decide(
    [{ customInput: "a file", notes: "for now" }, { customInput: "Export" }, { skipped: true }],
    "Thanks",
  );
  expect(toFormResult(fields, decision)).toEqual({
    action: "accept",
    content: { db: "a file (note: for now)", parts: ["Export"], go: "(no preference) (Thanks)" },
  });
});

test("the model is told of pictures in words, in the field of the answer", () => {
  const sketch = {
    ...{ hash: "a".repeat(64), type: "image/png" as const, name: "sketch.png" },
    ...{ bytes: 184_000, width: 480, height: 320 },
  };
  const [one, many] = [{ selectedOptions: ["SQLite"] }, { selectedOptions: ["Auth"] }];
  const given = [one, many, { selectedOptions: ["Yes"] }].map((answer) => ({ ...answer, attachments: [sketch] }));
  const told = "Picture: sketch.png (PNG, 480 × 320, 184 KB)";
  expect(toFormResult(fields, decide(given))).toEqual({
    action: "accept",
    content: { db: `a (${told})`, parts: ["Auth", told], go: `true (${told})` },
  });
});

test("a refusal cancels the form, because `decline` would make Copilot go on by itself", () => {
  expect(toFormResult(fields, { status: "declined", by, at })).toEqual({ action: "cancel" });
});

test("an answer in Copilot's window is reported as options and own words; anything else is no answer", () => {
  expect(toFormEnd(fields, { action: "accept", content: { db: "b", parts: ["Auth", "Export"] } })).toEqual({
    report: {
      status: "answered",
      answers: [
        { question: fields[0]?.question.question, selectedOptions: ["MongoDB"] },
        { question: fields[1]?.question.question, selectedOptions: ["Auth"], customInput: "Export" },
        { question: fields[2]?.question.question, selectedOptions: [], skipped: true },
      ],
    },
  });
  expect(toFormEnd(fields, { action: "decline" })).toEqual({ reason: "Declined in Copilot, which goes on by itself." });
  expect(toFormEnd(fields, { action: "cancel" })).toEqual({ reason: "Dismissed in Copilot." });
});

test("only an answer that allows allows, and always only with a rule", () => {
  const ask = approval();
  const choose = (label: string, notes?: string): Decision => ({
    status: "answered",
    answers: [{ question: ask.questions[0]?.question ?? "", header: "Tool", selectedOptions: [label], notes }],
    by,
    at,
  });
  expect(toPermissionResult(ask, rule, choose("approve-once"))).toEqual({ kind: "approve-once" });
  expect(toPermissionResult(ask, rule, choose("approve-for-session"))).toEqual({
    kind: "approve-for-session",
    approval: rule,
  });
  expect(toPermissionResult(ask, undefined, choose("approve-for-session"))).toEqual({ kind: "approve-once" });
  expect(toPermissionResult(ask, rule, choose("reject", "Not now."))).toEqual({ kind: "reject", feedback: "Not now." });
  expect(toPermissionResult(ask, rule, choose("something"))).toEqual({ kind: "reject" });
  expect(toPermissionResult(ask, rule, { status: "declined", reason: "No.", by, at })).toEqual({
    kind: "reject",
    feedback: "No.",
  });
});

test("only a person's decision in Copilot's window is reported as an answer", () => {
  const ask = approval();
  const end = (kind: string, decisionSource?: string) => toPermissionEnd(ask, { result: { kind }, decisionSource });
  const person = "human_response";
  expect(end("approved", person)).toMatchObject({ report: { answers: [{ selectedOptions: ["approve-once"] }] } });
  expect(end("approved-for-session", person)).toMatchObject({
    report: { answers: [{ selectedOptions: ["approve-for-session"] }] },
  });
  expect(end("denied-interactively-by-user", person)).toMatchObject({
    report: { answers: [{ selectedOptions: ["reject"] }] },
  });
  expect(end("approved", "rule")).toEqual({ reason: "Allowed by a rule in Copilot." });
  expect(end("denied-by-rules")).toEqual({ reason: "Denied by a rule in Copilot." });
  expect(end("cancelled", person)).toEqual({ reason: "Interrupted in Copilot." });
});

const plan = () => {
  const ask = toPlanAsk({ summary: "1. Do it.", actions: ["interactive", "autopilot", "exit_only"] });
  if (ask === null) throw new Error("It cannot be shown.");
  return ask;
};

test("a plan is accepted in the mode that was chosen, and otherwise goes back with words, because Copilot would end the turn", () => {
  const ask = plan();
  const choose = (label: string, notes?: string): Decision => ({
    status: "answered",
    answers: [{ question: ask.questions[0]?.question ?? "", header: "Plan", selectedOptions: [label], notes }],
    by,
    at,
  });
  expect(toPlanResult(ask, choose("autopilot"))).toEqual({ approved: true, selectedAction: "autopilot" });
  expect(toPlanResult(ask, choose("exit_only"))).toEqual({ approved: true, selectedAction: "exit_only" });
  expect(toPlanResult(ask, choose("change", "Add tests."))).toEqual({ approved: false, feedback: "Add tests." });
  for (const unknown of ["change", "autopilot_fleet", "something"])
    expect(toPlanResult(ask, choose(unknown))).toEqual({
      approved: false,
      feedback: "The user did not say what to change. Ask them.",
    });
  expect(toPlanResult(ask, { status: "declined", reason: "Not today.", by, at })).toEqual({
    approved: false,
    feedback: expect.stringMatching(/declined to answer[\s\S]*Not today\./),
  });
});

test("what was decided about a plan in Copilot's window is reported, and closing it is no decision", () => {
  const ask = plan();
  expect(toPlanEnd(ask, { approved: true, selectedAction: "interactive" })).toMatchObject({
    report: { answers: [{ selectedOptions: ["interactive"] }] },
  });
  expect(toPlanEnd(ask, { approved: false, feedback: "Add tests." })).toMatchObject({
    report: { answers: [{ selectedOptions: ["change"], notes: "Add tests." }] },
  });
  expect(toPlanEnd(ask, { approved: false })).toEqual({ reason: "Dismissed in Copilot." });
  expect(toPlanEnd(ask, { approved: true, selectedAction: "autopilot_fleet" })).toEqual({
    reason: "Answered in Copilot.",
  });
});
