import {
  type Ask,
  type Outcome,
  toApprovalAsk,
  toAskLeniently,
  toToolResult,
  toUnansweredText,
  toVerdict,
} from "@yourcall/core";
import { toFields, toList } from "@yourcall/core/internal";
import { cancelled, type Fields, type PersonRequest, toNonBlank } from "./person-request.ts";

/** Cursor's own requests, which have no session: it waits for one at a time. */
export const cursorMethods = ["cursor/ask_question", "cursor/create_plan"] as const;

/** A question or plan of Cursor; undefined for everything else, which is for the editor alone. */
export function readCursor(method: string, params: Fields): PersonRequest | undefined {
  if (method === "cursor/ask_question") return readQuestions(params);
  return method === "cursor/create_plan" ? readPlan(params) : undefined;
}

interface CursorQuestion {
  id: string;
  /** The ids of its options, in their order. */
  options: string[];
}

function readQuestions({ title, questions }: Fields): PersonRequest | undefined {
  const given = toList(questions).map(toFields);
  const known = given.map(
    ({ id, options }): CursorQuestion => ({
      id: String(id),
      options: toList(options).map((option) => String(toFields(option).id)),
    }),
  );
  const read = toAskLeniently({
    questions: given.map(({ prompt, options, allowMultiple }) => ({
      question: prompt,
      header: toNonBlank(title) ?? "",
      options: toList(options).map((option) => ({ label: toFields(option).label })),
      multiSelect: allowMultiple === true,
    })),
  });
  if ("issues" in read) return undefined;
  const { ask } = read;
  return {
    cancelled,
    async settle(put) {
      const outcome = await put(ask);
      return outcome.status === "answered" || outcome.status === "declined" ? toResult(ask, known, outcome) : undefined;
    },
    toReport(result) {
      const { outcome, answers, reason } = toFields(toFields(result).outcome);
      if (outcome === "skipped") return { status: "declined", reason: toNonBlank(reason) };
      if (outcome !== "answered") return undefined;
      const chosen = new Map(
        toList(answers).map((answer) => {
          const { questionId, selectedOptionIds } = toFields(answer);
          return [String(questionId), toList(selectedOptionIds).map(String)];
        }),
      );
      return {
        status: "answered",
        answers: ask.questions.map(({ question, options }, at) => {
          const ids = chosen.get(known[at]?.id ?? "") ?? [];
          const selectedOptions = options.flatMap(({ label }, index) =>
            ids.includes(known[at]?.options[index] ?? "") ? [label] : [],
          );
          return selectedOptions.length === 0
            ? { question, selectedOptions, skipped: true }
            : { question, selectedOptions };
        }),
      };
    },
  };
}

/** Cursor takes only its options. Own words, notes and a refusal reach it as the reason why the question was skipped. */
function toResult(
  ask: Ask,
  known: readonly CursorQuestion[],
  outcome: Extract<Outcome, { status: "answered" | "declined" }>,
) {
  if (outcome.status === "declined") return { outcome: { outcome: "skipped", reason: toUnansweredText(outcome) } };
  const isPlain =
    outcome.comment === undefined && outcome.answers.every(({ customInput, notes }) => !customInput && !notes);
  if (!isPlain) return { outcome: { outcome: "skipped", reason: toToolResult(ask, outcome) } };
  const answers = outcome.answers.map(({ selectedOptions }, at) => {
    const labels = ask.questions[at]?.options.map(({ label }) => label) ?? [];
    const selectedOptionIds = selectedOptions.flatMap((label) => known[at]?.options[labels.indexOf(label)] ?? []);
    return { questionId: known[at]?.id ?? "", selectedOptionIds };
  });
  return { outcome: { outcome: "answered", answers } };
}

function readPlan({ name, overview, plan }: Fields): PersonRequest | undefined {
  const text = toNonBlank(plan);
  if (text === undefined) return undefined;
  const options = [
    { id: "accepted", label: "Accept the plan", effect: "allow-once" as const },
    { id: "rejected", label: "Reject the plan", effect: "deny" as const },
  ];
  const context = toNonBlank(overview);
  const ask = toApprovalAsk(
    { tool: "ExitPlanMode", input: { plan: text }, options },
    { question: toNonBlank(name) ?? "Accept this plan?", ...(context === undefined ? {} : { context }) },
  );
  return {
    cancelled,
    async settle(put) {
      const outcome = await put(ask);
      if (outcome.status !== "answered" && outcome.status !== "declined") return undefined;
      const { isAllowed, remark } = toVerdict(ask, outcome);
      if (isAllowed) return { outcome: { outcome: "accepted" } };
      const reason = toNonBlank(outcome.status === "declined" ? outcome.reason : remark);
      return { outcome: { outcome: "rejected", ...(reason === undefined ? {} : { reason }) } };
    },
    toReport(result) {
      const { outcome, reason } = toFields(toFields(result).outcome);
      if (outcome !== "accepted" && outcome !== "rejected") return undefined;
      const [question] = ask.questions;
      const answer = { question: question?.question ?? "", selectedOptions: [outcome], notes: toNonBlank(reason) };
      return { status: "answered", answers: [answer] };
    },
  };
}
