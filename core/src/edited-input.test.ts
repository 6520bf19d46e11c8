import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAnswers } from "./answer.ts";
import { answer } from "./answering/answer-by-keys.ts";
import { startAnswering } from "./answering/answering.ts";
import { applyDraft, toDraft } from "./answering/draft.ts";
import { toEvent } from "./answering/key-map.ts";
import { toApprovalAsk } from "./ask.ts";
import { toAllowedInput, toEditable, toEditedText } from "./edited-input.ts";
import type { Outcome, QuestionAnswer } from "./outcome-schemas.ts";
import type { Ask } from "./schemas.ts";
import { arbitraryEvent, checked } from "./testing/arbitrary-event.ts";
import { press } from "./testing/press.ts";
import { toAllowedText, toVerdict } from "./texts/approval-text.ts";

const input = { command: "rm -rf build", timeout: 5 };
const ask = toApprovalAsk({ tool: "Bash", input, editable: "command" });
const start = answer(startAnswering(ask), { type: "seen" });
const changed = answer(start, { type: "set-text", field: "edited", text: "rm -rf build/cache" });
const rows = { deny: 0, once: 1, always: 2 };
const choose = (state: typeof start, row: number) =>
  answer(answer(state, { type: "focus", question: 0, row }), { type: "enter" });
const answered = (answers: QuestionAnswer[]): Outcome => ({
  status: "answered",
  answers,
  by: { surface: "web", act: "click" },
  at: "2026-01-01T00:00:00.000Z",
});
const given = (label: string, edited: string, of: Ask = ask) =>
  checkAnswers(of, [{ question: of.questions[0]?.question, selectedOptions: [label], edited }]);

describe("a call that can be changed", () => {
  test("is changed in a field, and allowed once as changed", () => {
    const open = press(start, "e");
    expect(open).toMatchObject({ field: "edited", edited: { text: "rm -rf build" } });
    const typed = press(open, "/", "c", "enter");
    expect(typed).toMatchObject({ field: null, edited: { text: "rm -rf build/c" }, end: null });
    const { end } = choose(typed, rows.once);
    expect(end).toMatchObject({ answers: [{ selectedOptions: ["allow-once"], edited: "rm -rf build/c" }] });
    if (end?.type !== "submitted") throw new Error("not sent");
    expect(toAllowedInput(ask, answered(end.answers))).toEqual({ command: "rm -rf build/c", timeout: 5 });
    expect(toAllowedText(ask, answered(end.answers))).toContain("It ran with:\n  rm -rf build/c");
  });

  test("cannot be allowed always, nor with nothing in it; a denial leaves the change out", () => {
    expect(choose(changed, rows.always)).toMatchObject({ end: null, notice: { code: "edited-not-allowed" } });
    const empty = answer(start, { type: "set-text", field: "edited", text: "  " });
    expect(choose(empty, rows.once)).toMatchObject({ end: null, notice: { code: "edited-not-allowed" } });
    const denied = choose(changed, rows.deny).end;
    expect(denied).toMatchObject({ answers: [{ selectedOptions: ["deny"] }] });
    expect(JSON.stringify(denied)).not.toContain("cache");
  });

  test("runs as it was asked for, and nothing is told, if an outcome has a change without Allow once", () => {
    for (const label of ["deny", "allow-always"]) {
      const outcome = answered([{ question: "", header: "", selectedOptions: [label], edited: "ls" }]);
      expect(toAllowedInput(ask, outcome)).toEqual(input);
      expect(toEditedText(ask, outcome)).toBe("");
    }
  });

  test("is unchanged if the text is as it was", () => {
    const back = answer(changed, { type: "set-text", field: "edited", text: input.command });
    expect(JSON.stringify(choose(back, rows.once).end)).not.toContain("edited");
    expect(given("allow-once", input.command)).toEqual({
      answers: [expect.not.objectContaining({ edited: expect.anything() })],
    });
  });

  test("keeps the change in a draft", () => {
    expect(applyDraft(start, toDraft(changed)).edited.text).toBe("rm -rf build/cache");
    expect(toDraft(start)).not.toHaveProperty("edited");
  });
});

describe("what the hub accepts", () => {
  test("is a change of what the agent named, with an answer that allows once", () => {
    expect(given("allow-once", "ls")).toMatchObject({ answers: [{ edited: "ls" }] });
    for (const label of ["allow-always", "deny"])
      expect(given(label, "ls")).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
    const fixed = toApprovalAsk({ tool: "Bash", input });
    expect(given("allow-once", "ls", fixed)).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
    expect(given("allow-once", "ls\u001b[2J")).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
    expect(given("allow-once", " \n")).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
  });

  test("a tab stays a tab, in fields, drafts and answers; other control characters are refused", () => {
    const command = "cat <<-E\n\tone\n\tE";
    const tabbed = toApprovalAsk({ tool: "Bash", input: { command }, editable: "command" });
    const open = answer(startAnswering(tabbed), { type: "seen" });
    expect(open.edited.text).toBe(command);
    const pasted = answer(answer(open, { type: "open", field: "edited" }), {
      type: "insert",
      text: "\n\t\u001b[2Jx\u0007",
    });
    expect(pasted.edited.text).toBe(`${command}\n\tx`);
    expect(applyDraft(open, toDraft(pasted)).edited.text).toBe(`${command}\n\tx`);
    const { end } = choose({ ...pasted, field: null }, rows.once);
    if (end?.type !== "submitted") throw new Error("not sent");
    expect(checkAnswers(tabbed, end.answers)).toMatchObject({ answers: [{ edited: `${command}\n\tx` }] });
    expect(toAllowedText(tabbed, answered(end.answers))).toContain("\n  \tx");
    for (const edited of ["\tls\u0007", "\tls\r\n", "\t\u202els"])
      expect(given("allow-once", edited, tabbed)).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
    // A tab that became spaces is a change too.
    expect(given("allow-once", command.replaceAll("\t", "  "), tabbed)).toMatchObject({
      answers: [{ edited: expect.any(String) }],
    });
    const rung = toApprovalAsk({ tool: "Bash", input: { command: "\tls\u0007" }, editable: "command" });
    expect(toEditable(rung)).toBeUndefined();
  });

  test("is nothing for a text that is longer than a field takes: a draft would cut it, and that would run", () => {
    const long = toApprovalAsk({ tool: "Write", input: { content: "a line\n".repeat(9000) }, editable: "content" });
    const open = answer(startAnswering(long), { type: "seen" });
    const { end } = choose(applyDraft(open, toDraft(open)), rows.once);
    expect(end).toMatchObject({ answers: [expect.not.objectContaining({ edited: expect.anything() })] });
    expect(toEditable(long)).toBeUndefined();
    expect(given("allow-once", "a line\n", long)).toMatchObject({ issues: [{ path: "answers[0].edited" }] });
  });

  test("is nothing for a text that no field can show as it is, or for a field that the input does not have", () => {
    const hidden = toApprovalAsk({ tool: "Bash", input: { command: "ls \u202e rm" }, editable: "command" });
    expect(toEditable(hidden)).toBeUndefined();
    const none = toApprovalAsk({ tool: "Bash", input, editable: "toString" });
    expect(toEditable(none)).toBeUndefined();
    const shown = answer(startAnswering(none), { type: "seen" });
    expect(toEvent(shown, { name: "char", text: "e" })).toBeNull();
    expect(answer(shown, { type: "open", field: "edited" }).field).toBeNull();
    expect(answer(shown, { type: "set-text", field: "edited", text: "ls" }).edited.text).toBe("");
  });
});

test("whatever happens, what is allowed is what was asked for, or what the person wrote, once", () => {
  fc.assert(
    fc.property(fc.array(arbitraryEvent(ask), { maxLength: 40 }), (events) => {
      const { end, edited } = events.reduce(answer, start);
      if (end?.type !== "submitted") return;
      const { isAllowed, isAlways, input: allowed } = toVerdict(ask, answered(end.answers));
      if (!isAllowed || edited.text === input.command) expect(allowed).toEqual(input);
      else {
        expect(isAlways).toBe(false);
        expect(allowed).toEqual({ ...input, command: edited.text });
      }
      expect(checked(ask, end.answers)).toHaveProperty("answers");
    }),
  );
});
