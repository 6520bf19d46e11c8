import type { CardAsk } from "./card-props.ts";

/** Is there enough to show as a card? What only looks like an ask is shown as raw text. */
export function isShowable(value: unknown): value is CardAsk {
  const ask = value as Partial<CardAsk> | null | undefined;
  if (!Array.isArray(ask?.questions) || ask.questions.length === 0) return false;
  if (ask.kind === "approval" && typeof ask.approval?.tool !== "string") return false;
  return isTextOrNothing(ask.context) && ask.questions.every(isQuestion);
}

function isQuestion(value: unknown): boolean {
  const question = value as Partial<CardAsk["questions"][number]> | null | undefined;
  return (
    typeof question?.question === "string" &&
    typeof question.header === "string" &&
    [question.unit, question.placeholder].every(isTextOrNothing) &&
    Array.isArray(question.options) &&
    question.options.every(
      (option) =>
        typeof option?.label === "string" && isTextOrNothing(option.description) && isTextOrNothing(option.preview),
    )
  );
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
