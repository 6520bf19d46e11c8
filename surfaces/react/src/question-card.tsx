import { lazy, Suspense, useId } from "react";
import { AskCard } from "./ask-card.tsx";
import { Boundary } from "./boundary.tsx";
import type { CardAsk, CardProps } from "./card-props.ts";
import { toAskKey } from "./use-answering.ts";

const RawCard = lazy(() => import("./raw-card.tsx"));

/**
 * A card that shows one ask and collects the answer. It needs `@yourcall/react/style.css`. It never takes the focus by itself,
 * and shows an answer as sent only once `onSubmit` has resolved.
 */
export function QuestionCard(props: CardProps) {
  const id = useId();
  const key = isShowable(props.ask) ? toAskKey(props.ask) : null;
  const raw = (
    <Suspense fallback={null}>
      <RawCard {...props} />
    </Suspense>
  );
  const placed = props.layout?.({ card: raw, side: null }) ?? raw;
  if (key === null) return placed;
  return (
    <Boundary key={key} of={props.ask} instead={placed}>
      <AskCard {...props} id={id} />
    </Boundary>
  );
}

/** Whether this can be shown as a card. Anything else is shown as raw text. */
function isShowable(value: unknown): value is CardAsk {
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
