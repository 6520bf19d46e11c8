import { describe, expect, test } from "vitest";
import { checkAnswers } from "./answer.ts";
import { answer } from "./answering/answer-by-keys.ts";
import { startAnswering } from "./answering/answering.ts";
import { inScreenOrder, toEffect } from "./approval-options.ts";
import { checkAsk, toApprovalAsk } from "./ask.ts";
import { toAnswerText, toOptionNames } from "./option-name.ts";
import type { Outcome } from "./outcome-schemas.ts";
import type { Approval } from "./schemas.ts";
import { parseSheet } from "./sheet/parse-sheet.ts";
import { renderSheet } from "./sheet/render-sheet.ts";
import { fromToolResult, toToolResult } from "./texts/tool-result.ts";

const always = { id: "yolo", label: "Yes, and do not ask again", effect: "allow-always" } as const;
const once = { id: "ok", label: "Yes", effect: "allow-once" } as const;
const no = { id: "keep", label: "No, keep planning", effect: "deny" } as const;
const askOf = (...options: NonNullable<Approval["options"]>) =>
  toApprovalAsk({ tool: "ExitPlanMode", input: { plan: "1. Delete it" }, options }, { question: "Go?" });
const answered = (...selectedOptions: string[]): Outcome => ({
  status: "answered",
  answers: [{ question: "Go?", header: "Approval", selectedOptions }],
  by: { surface: "web", act: "click" },
  at: "2030-01-01T00:00:00.000Z",
});
const given = (...selectedOptions: string[]) => [{ question: "Go?", selectedOptions }];

describe("an approval with the choices of its host", () => {
  const ask = askOf(always, once, no);

  test("is given to hosts in the order that screens use, as are the fixed answers", () => {
    expect(inScreenOrder(ask).approval?.options).toEqual([no, once, always]);
    const { questions } = inScreenOrder(toApprovalAsk({ tool: "Bash", input: {} }));
    expect(questions[0]?.options.map(({ label }) => label)).toEqual(["deny", "allow-once", "allow-always"]);
  });

  test("is valid with one to six choices that have distinct ids, and a question without options", () => {
    expect(checkAsk(ask)).toEqual({ ask });
    const faulty = [
      askOf(once, { ...no, id: once.id }),
      askOf(...Array.from({ length: 7 }, (_, index) => ({ ...once, id: `${index}` }))),
      askOf(),
      { ...ask, questions: toApprovalAsk({ tool: "Bash", input: {} }).questions },
      { ...ask, questions: ask.questions.map((question) => ({ ...question, multiSelect: true })) },
    ];
    for (const one of faulty) expect(checkAsk(one)).toHaveProperty("issues");
  });

  test("takes one known id, and nothing else", () => {
    expect(checkAnswers(ask, given("ok"))).toMatchObject({ answers: [{ selectedOptions: ["ok"] }] });
    for (const wrong of [given("allow-once"), given("deny"), given("Yes"), given("ok", "yolo"), given()])
      expect(checkAnswers(ask, wrong)).toHaveProperty("issues");
  });

  test("allows by effect; anything unknown, repeated or unanswered does not", () => {
    expect(toEffect(ask, answered("ok"))).toBe("allow-once");
    expect(toEffect(ask, answered("yolo"))).toBe("allow-always");
    expect(toEffect(ask, answered("keep"))).toBe("deny");
    for (const outcome of [answered("allow-once"), answered("ok", "yolo"), answered()])
      expect(toEffect(ask, outcome)).toBeUndefined();
    expect(toEffect(ask, { status: "expired", at: "" })).toBeUndefined();
    expect(toEffect({}, answered("allow-once"))).toBe("allow-once");
    expect(toEffect({}, answered("ok"))).toBeUndefined();
  });

  test("is shown as deny, allow once, allow always, with the focus on deny", () => {
    const state = startAnswering(ask);
    const [question] = state.ask.questions;
    expect(question && toOptionNames(question, state.ask).map(({ name }) => name)).toEqual([
      "No, keep planning",
      "Yes",
      "Yes, and do not ask again",
    ]);
    expect(answer(state, { type: "enter" }).end).toMatchObject({ answers: [{ selectedOptions: ["keep"] }] });
    const second = answer(answer(answer(state, { type: "seen" }), { type: "digit", digit: 2 }), { type: "enter" });
    expect(second.end).toMatchObject({ answers: [{ selectedOptions: ["ok"] }] });
    expect(toAnswerText(ask, 0, { question: "Go?", header: "", selectedOptions: ["yolo"] })).toBe(always.label);
  });

  test("gets a Deny that declines if its host offers none, whatever the host's ids are", () => {
    for (const ask of [askOf(once, always), askOf({ ...once, id: "deny" })]) {
      const state = startAnswering(ask);
      const [question] = state.ask.questions;
      expect(question && toOptionNames(question, state.ask)[0]?.name).toBe("Deny");
      expect(answer(state, { type: "enter" }).end).toMatchObject({ type: "declined" });
      const kept = renderSheet(ask, { canAllow: true })
        .split("\n")
        .filter((line) => !line.startsWith("- Yes"))
        .join("\n");
      expect(parseSheet(kept, ask, { seen: "all" })).toMatchObject({ answers: [], declined: {}, errors: [] });
    }
  });

  test("is answered in a sheet and read back from the text for a model by its ids", () => {
    const kept = renderSheet(ask, { canAllow: true })
      .split("\n")
      .filter((line) => !/^- (No|Yes, and)/.test(line))
      .join("\n");
    const parsed = parseSheet(kept, ask, { seen: "all" });
    expect(parsed).toMatchObject({ errors: [], answers: [{ selectedOptions: ["ok"] }] });
    const outcome = answered("ok");
    expect(fromToolResult(ask, toToolResult(ask, outcome))).toMatchObject({ answers: [{ selectedOptions: ["ok"] }] });
  });
});
