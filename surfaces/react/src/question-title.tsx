import { cleanText, toHeaderName } from "@yourcall/core";
import type { ShownCard } from "./shown-card.ts";

/** The header of a question as a chip, numbered where there are several, and what is asked. */
export function QuestionTitle({ card, index }: { card: ShownCard; index: number }) {
  const { ask } = card.state;
  return (
    <>
      <span className={card.part("chip")} dir="auto">
        {ask.questions.length > 1 && `${index + 1} `}
        {toHeaderName(ask, index)}
      </span>
      <span className="yc-text" dir="auto">
        {cleanText(ask.questions[index]?.question ?? "")}
      </span>
    </>
  );
}
