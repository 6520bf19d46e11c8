import { cleanText, isAnswered, type Question, toHeaderName } from "@yourcall/core";
import { Icon, tick } from "./icon.tsx";
import { InlineMarkdown } from "./markdown/inline-markdown.tsx";
import { type ShownCard, toFront } from "./shown-card.ts";

/** Where its rows begin. Its first letter decides, as with `dir="auto"`. */
export function toDirection({ question }: Question): "rtl" | undefined {
  return /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u.test(question) ? "rtl" : undefined;
}

/** The header of a question, with its number if there are several, and its text. */
export function QuestionTitle({ card, index }: { card: ShownCard; index: number }) {
  const { ask } = card.state;
  const question = ask.questions[index];
  return (
    <>
      <span className={card.part("chip")} dir="auto">
        <QuestionNumber card={card} index={index} />
        <span>{toHeaderName(ask, index)}</span>
        {question?.multiSelect && <span className="yc-hint">choose any</span>}
      </span>{" "}
      <span className="yc-text" dir="auto">
        <InlineMarkdown text={cleanText(question?.question ?? "")} />
      </span>
    </>
  );
}

/** The number of one of several questions, or a tick once it is answered. */
export function QuestionNumber({ card: { state }, index }: { card: ShownCard; index: number }) {
  const { ask, entries } = state;
  const [question, entry] = [ask.questions[index], entries[index]];
  if (ask.questions.length === 1 || question === undefined || entry === undefined) return null;
  const done = isAnswered(ask, question, entry);
  return (
    <span className="yc-step" dir="ltr" data-done={done} data-now={toFront(state) === index}>
      {done ? <Icon path={tick} /> : index + 1}
      <span className="yc-unseen">{done && `${index + 1}, answered`}</span>
    </span>
  );
}
