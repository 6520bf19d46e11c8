import { readFileSync } from "node:fs";
import type { Outcome } from "@yourcall/core";
import { describe, expect, test } from "vitest";
import { toPlanOptions } from "../plan-choices.ts";
import { compareWithCall, type ListedAsk } from "./compare-call.ts";
import { type CallEnd, readCallEnds } from "./read-transcript.ts";

const at = "2026-01-01T00:00:00.000Z";
const by = { surface: "web", act: "click" } as const;
const text = "Which database?";
const options = ["MySQL", "SQLite"].map((label) => ({ label, description: label }));
const question: ListedAsk = {
  id: "ask_1",
  createdAt: at,
  kind: "question",
  questions: [{ question: text, header: "Database", kind: "choice", options, multiSelect: false }],
};
const approval: ListedAsk = {
  ...question,
  kind: "approval",
  approval: { tool: "Bash", input: { command: "ls" } },
  questions: [{ question: "May it?", header: "Approval", kind: "choice", options: [], multiSelect: false }],
};
const plan = (...effects: ("allow-once" | "allow-always" | "deny")[]): ListedAsk => ({
  ...approval,
  approval: {
    tool: "ExitPlanMode",
    input: {},
    options: effects.map((effect) => ({ id: `plan-${effect}`, label: effect, effect })),
  },
});
const chosen = (label: string, notes?: string): Outcome => ({
  status: "answered",
  answers: [{ question: text, header: "Database", selectedOptions: [label], notes }],
  by,
  at,
});
const declined: Outcome = { status: "declined", by, at };
const ran = (response: Record<string, unknown> = {}): CallEnd => ({ ran: true, response });
const answered = (label: string) => ran({ answers: { [text]: label }, annotations: {} });
const rejected = (words = ""): CallEnd => ({
  ran: false,
  said: `The user doesn't want to proceed. ${words}`,
  rejected: words,
});
const chat = rejected("The user wants to clarify these questions.\n  …");
const interrupted: CallEnd = { ran: "interrupted" };
const otherwise: CallEnd = { ran: false, said: "Interrupted" };
const sqlite = [{ question: text, selectedOptions: ["SQLite"] }];
const read = async () => sqlite;

test("a changed call that ran as it was asked for is a decision that Claude did not get", async () => {
  const ask = { ...approval, approval: { tool: "Bash", input: { command: "ls" }, editable: "command" } };
  const outcome = chosen("allow-once");
  if (outcome.status === "answered" && outcome.answers[0]) outcome.answers[0].edited = "ls -1";
  const end = (command: string): CallEnd => ({ ran: true, response: {}, input: { command } });
  const decided: ListedAsk = { ...ask, outcome, delivery: { state: "waiting" } };
  expect(await compareWithCall(decided, end("ls"), read)).toEqual({
    delivery: { state: "refused", note: "it had been allowed in Claude Code, unchanged" },
  });
  expect(await compareWithCall(decided, end("ls -1"), read)).toEqual({ delivery: { state: "taken" } });
});

describe("an ask whose call has ended in Claude's dialog", () => {
  const cases: [string, ListedAsk, CallEnd, unknown][] = [
    ["an answer is reported", question, answered("SQLite"), { report: { status: "answered", answers: sqlite } }],
    ["no answer at all is a refusal", question, ran({ answers: {} }), { report: { status: "declined" } }],
    [
      "a timeout is nobody's answer",
      question,
      ran({ answers: { [text]: "SQLite" }, afkTimeoutMs: 60_000 }),
      { cancel: expect.stringMatching(/^Nobody answered within 60 s/) },
    ],
    ["chat about this ends it", question, chat, { cancel: "Chosen in Claude Code: chat about this." }],
    ["Esc ends it", question, rejected(), { cancel: "Claude Code no longer waits for it." }],
    ["an interruption ends it", question, interrupted, { cancel: "Interrupted in Claude Code." }],
    [
      "a tool that ran was allowed",
      approval,
      ran(),
      { report: { status: "answered", answers: [{ question: "May it?", selectedOptions: ["allow-once"] }] } },
    ],
    [
      "a rejection is a denial, with the words",
      approval,
      rejected("use mktemp"),
      {
        report: {
          status: "answered",
          answers: [{ question: "May it?", selectedOptions: ["deny"], notes: "use mktemp" }],
        },
      },
    ],
    [
      "a tool that was interrupted had been allowed",
      approval,
      interrupted,
      { report: { status: "answered", answers: [{ question: "May it?", selectedOptions: ["allow-once"] }] } },
    ],
    ["a call that ended otherwise is nobody's decision", approval, otherwise, { cancel: "Claude went on without it." }],
    [
      "a plan is approved in its host's own words",
      plan("allow-always", "allow-once", "deny"),
      ran(),
      { report: { status: "answered", answers: [{ question: "May it?", selectedOptions: ["plan-allow-once"] }] } },
    ],
    [
      "a rejection that the host has no word for",
      plan("allow-once"),
      rejected("why?"),
      { report: { status: "declined", reason: "why?" } },
    ],
  ];
  test.each(cases)("%s", async (_name, ask, end, report) => {
    expect(await compareWithCall(ask, end, read)).toEqual(report);
  });

  test("a plan is approved with the choice that leads to Claude's mode", async () => {
    const options = toPlanOptions("ExitPlanMode", { plan: "# Do" });
    const ask: ListedAsk = { ...approval, approval: { tool: "ExitPlanMode", input: {}, options } };
    const chosenIn = async (mode?: string) =>
      JSON.stringify(await compareWithCall(ask, { ran: true, response: {}, mode }, read));
    expect(await chosenIn("acceptEdits")).toContain('["accept-edits"]');
    expect(await chosenIn("default")).toContain('["manual"]');
    expect(await chosenIn("plan")).toContain('["manual"]');
    expect(await chosenIn()).toContain('["manual"]');
  });

  test("is withdrawn if the answer cannot be read", async () => {
    expect(await compareWithCall(question, answered("SQLite"), async () => undefined)).toEqual({
      cancel: "Answered in Claude Code.",
    });
  });
});

describe("an ask that was decided here", () => {
  const allowed = chosen("allow-once");
  const denied = chosen("deny");
  const refused = (note: string) => ({ delivery: { state: "refused", note } });
  const cases: [string, ListedAsk, Outcome, CallEnd, unknown][] = [
    ["the same answer needs no report", question, chosen("SQLite"), answered("SQLite"), null],
    ["another answer", question, chosen("MySQL"), answered("SQLite"), refused("it went on with SQLite")],
    [
      "the same label without the note",
      question,
      chosen("SQLite", "only now"),
      answered("SQLite"),
      refused("it went on with SQLite"),
    ],
    ["a refusal that came too late", question, declined, answered("SQLite"), refused("it went on with SQLite")],
    [
      "an answer after the timeout",
      question,
      chosen("MySQL"),
      ran({ answers: {}, afkTimeoutMs: 60_000 }),
      refused("it went on by itself, without an answer"),
    ],
    [
      "an answer after chat about this",
      question,
      chosen("MySQL"),
      chat,
      refused('"Chat about this" was chosen in Claude Code'),
    ],
    ["an answer after Esc", question, chosen("MySQL"), rejected(), refused("it was rejected in Claude Code")],
    [
      "an answer that was interrupted",
      question,
      chosen("MySQL"),
      interrupted,
      refused("it was interrupted in Claude Code"),
    ],
    ["an answer to a call that failed", question, chosen("MySQL"), ran(), refused("it went on without an answer")],
    ["a refusal that Claude got", question, declined, { ran: false, said: "The user declined to answer." }, null],
    ["an allowed tool that ran", approval, allowed, ran(), null],
    ["a denied tool that did not", approval, denied, otherwise, null],
    ["a denial that came too late", approval, denied, ran(), refused("it had been allowed in Claude Code")],
    ["a permission that came too late", approval, allowed, rejected(), refused("it was denied in Claude Code")],
    [
      "an allowed tool that was interrupted",
      approval,
      allowed,
      interrupted,
      refused("it was interrupted in Claude Code, perhaps after it had begun"),
    ],
    ["an ask that ended with nobody's decision", question, { status: "cancelled", at }, answered("SQLite"), null],
  ];
  test.each(cases)("%s", async (_name, ask, outcome, end, report) => {
    expect(await compareWithCall({ ...ask, outcome, delivery: { state: "taken" } }, end, read)).toEqual(report);
  });

  test("is marked as delivered if nobody had taken it and Claude continued with the same answer", async () => {
    const waiting = { ...question, outcome: chosen("SQLite"), delivery: { state: "waiting" } as const };
    expect(await compareWithCall(waiting, answered("SQLite"), read)).toEqual({ delivery: { state: "taken" } });
    expect(await compareWithCall({ ...waiting, delivery: { state: "refused" } }, answered("SQLite"), read)).toBeNull();
  });
});

test("the ends of calls are read from a transcript", () => {
  const line = (id: string, more: object, block: object = {}, entry: object = {}) =>
    JSON.stringify({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: id, ...block }] },
      ...more,
      ...entry,
    });
  const stop = (more: object) =>
    JSON.stringify({
      type: "user",
      message: { content: [{ type: "text", text: "[Request interrupted by user for tool use]" }] },
      ...more,
    });
  const hook = { decision: "reject", source: "hook" };
  const lines = [
    line("toolu_ran", { toolUseResult: { answers: { [text]: "SQLite" } } }, { content: "Your questions…" }),
    line("toolu_failed", { toolUseResult: "Error: Exit code 1" }, { is_error: true, content: "Exit code 1" }),
    line(
      "toolu_words",
      { toolDenialKind: "user-rejected", userFeedback: "use mktemp" },
      { is_error: true, content: "No. use mktemp" },
    ),
    line("toolu_stopped", { toolDenialKind: "user-rejected" }, { is_error: true, content: "No." }),
    stop({ interruptedMessageId: "msg_1" }),
    line("toolu_no", { toolDenialKind: "user-rejected" }, { is_error: true, content: [{ type: "text", text: "No." }] }),
    stop({}),
    line("toolu_hook", { toolDenialKind: "user-rejected", permissionDecision: hook }, { is_error: true, content: "M" }),
    line("toolu_sub", { isSidechain: true, toolUseResult: {} }),
    line("toolu_other", {}),
    '{"type":"user","tool_result" half of a line toolu_ran',
    // The entry that would follow has not been written yet.
    line("toolu_open", { toolDenialKind: "user-rejected" }, { is_error: true, content: "No." }),
  ];
  const ids = ["ran", "failed", "words", "stopped", "no", "hook", "sub", "missing", "open"].map(
    (name) => `toolu_${name}`,
  );
  const transcript = lines.join("\n");
  expect(Object.fromEntries(readCallEnds(transcript, ids, false))).toEqual({
    toolu_ran: { ran: true, response: { answers: { [text]: "SQLite" } } },
    toolu_failed: { ran: true, response: {} },
    toolu_words: { ran: false, said: "No. use mktemp", rejected: "use mktemp" },
    toolu_stopped: { ran: "interrupted" },
    toolu_no: { ran: false, said: "No.", rejected: "" },
    toolu_hook: { ran: false, said: "M" },
  });
  expect([...readCallEnds(transcript, ids, true).keys()]).toEqual(["toolu_sub"]);
});

describe("a decision made here, compared with a transcript that Claude Code wrote", () => {
  // `recorded/`: what Claude Code wrote when its dialog and the hub were answered at about the same time, without lines of other kinds.
  const cases: [file: string, call: string, label: string, report: unknown][] = [
    ["question-answered", "toolu_esc12_0_0", "One", null],
    ["question-answered", "toolu_esc12_0_0", "Two", "it went on with One"],
    ["question-esc", "toolu_qesc_0_0", "One", "it was rejected in Claude Code"],
    ["question-interrupted", "toolu_esc12_0_0", "One", "it was interrupted in Claude Code"],
    ["bash-allowed", "toolu_no15_0_0", "allow-once", null],
    ["bash-allowed", "toolu_no15_0_0", "deny", "it had been allowed in Claude Code"],
    ["bash-no", "toolu_bno_0_0", "allow-once", "it was denied in Claude Code"],
    ["bash-no", "toolu_bno_0_0", "deny", null],
    ["bash-esc", "toolu_besc_0_0", "allow-once", "it was denied in Claude Code"],
    [
      "bash-interrupted",
      "toolu_bhook_0_0",
      "allow-once",
      "it was interrupted in Claude Code, perhaps after it had begun",
    ],
  ];
  test.each(cases)("%s: %s, %s", async (file, call, label, note) => {
    const transcript = readFileSync(new URL(`recorded/${file}.jsonl`, import.meta.url), "utf8");
    const lines = transcript.trimEnd().split("\n");
    const asked = lines.map((line) => JSON.parse(line).message.content).find((content) => content[0]?.id === call);
    const { name, input } = asked[0];
    const questions = name === "Bash" ? approval.questions : input.questions;
    const ask: ListedAsk = { ...(name === "Bash" ? approval : question), questions };
    const answers = [{ question: questions[0].question, header: "", selectedOptions: [label] }];
    const outcome: Outcome = { status: "answered", answers, by, at };
    const end = readCallEnds(transcript, [call], false).get(call);
    expect(end && (await compareWithCall({ ...ask, outcome, delivery: { state: "taken" } }, end, read))).toEqual(
      note === null ? null : { delivery: { state: "refused", note } },
    );
    // While the call is open, nothing is known.
    const open = lines.slice(0, 2).join("\n");
    expect(readCallEnds(open, [call], false).size).toBe(0);
  });
});
