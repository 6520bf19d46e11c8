import {
  cleanText,
  denyRow,
  isAnswered,
  type OptionName,
  openQuestions,
  otherRow,
  problemOf,
  toHeaderName,
  toOptionNames,
  unsentText,
} from "@yourcall/core";
import { lazy, Suspense, useState } from "react";
import { QuietButton } from "./buttons.tsx";
import { Field, LabelledField, TextPart } from "./field.tsx";
import { toNoticeText } from "./notice-text.ts";
import { OptionRow } from "./option-row.tsx";
import { type ShownCard, toCommented } from "./shown-card.ts";

// Few questions have previews, so their code is loaded on demand.
const Previews = lazy(() => import("./previews.tsx"));

/** One question: what is asked, its options and Other or its field, the note. */
export function QuestionPart({ card, index }: { card: ShownCard; index: number }) {
  const { state, part, id, act, lead } = card;
  const { ask } = state;
  const question = ask.questions[index];
  const entry = state.entries[index];
  const [shown, show] = useState<number>();
  if (question === undefined || entry === undefined) return null;

  const names = toOptionNames(question, ask);
  const other = otherRow(ask, question);
  const noted = entry.note.text !== "" || (state.at === index && state.field === "note" && state.page === "question");
  const openOther =
    entry.picked.includes(other) || entry.other.text !== "" || (state.at === index && state.field === "other");
  const unsent = unsentText(question, entry);
  // Shown only after a first attempt to send.
  const problem =
    state.page === "review" && openQuestions(state).includes(index) ? problemOf(ask, question, entry) : null;
  const fault = problem === null ? undefined : toNoticeText(problem);
  const write = (field: "other" | "note") => (text: string) => act({ type: "set-text", field, text, question: index });
  const rows = toRows(names, ask.kind === "approval" ? denyRow(ask) : 0);

  const ownWords = openOther && (
    <>
      <Field
        card={card}
        name={`${index}-other`}
        label="Your own answer"
        text={entry.other.text}
        onWrite={write("other")}
      />
      {unsent !== null && <span className="yc-hint">Not sent unless Other is chosen.</span>}
    </>
  );

  return (
    <fieldset
      className={part("question")}
      aria-describedby={fault === undefined ? undefined : id(`${index}-fault`)}
      data-answered={isAnswered(ask, question, entry)}
    >
      <legend>
        <QuestionTitle card={card} index={index} />
        {question.multiSelect && <span className="yc-hint">Choose any</span>}
      </legend>
      {question.options.length === 0 ? (
        <TextPart card={card} index={index} onWrite={write("other")} />
      ) : (
        <div className={part("options")}>
          {rows.map(({ name, recommended, row }) => (
            <OptionRow
              key={row}
              card={card}
              index={index}
              row={row}
              name={name}
              recommended={recommended}
              description={question.options[row]?.description}
              onShow={() => show(row)}
            >
              {row === other && ownWords}
            </OptionRow>
          ))}
          {other === question.options.length && (
            <OptionRow card={card} index={index} row={other} name="Other" onShow={() => show(undefined)}>
              {ownWords}
            </OptionRow>
          )}
        </div>
      )}
      {question.options.some(({ preview }) => preview) && (
        <Suspense fallback={null}>
          <Previews card={card} question={question} names={names} shown={shown ?? entry.focus} onShow={show} />
        </Suspense>
      )}
      {noted && (
        <LabelledField card={card} name={`${index}-note`} label="Note" text={entry.note.text} onWrite={write("note")} />
      )}
      {fault !== undefined && (
        <p id={id(`${index}-fault`)} className="yc-fault">
          {fault}
        </p>
      )}
      <div className="yc-extras">
        {!noted && (
          <QuietButton words="Add a note" onPress={() => lead({ type: "open", field: "note", question: index })} />
        )}
        {other >= 0 && !entry.skipped && (
          <QuietButton words="Skip" onPress={() => lead({ type: "skip", question: index })} />
        )}
        {entry.skipped && <span className="yc-hint">Skipped: no preference. Choose an option to undo.</span>}
        {other >= 0 && index === ask.questions.length - 1 && !toCommented(state) && (
          <QuietButton words="Comment" onPress={() => lead([{ type: "review" }, { type: "open", field: "comment" }])} />
        )}
      </div>
    </fieldset>
  );
}

/** The header of a question as a chip, numbered if there are several, and its text. */
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

// An approval shows Deny first, so that it gets the focus first; the machine's rows keep their numbers.
function toRows(names: OptionName[], first: number) {
  const rows = names.map((name, row) => ({ ...name, row }));
  return first > 0 ? [...rows.slice(first), ...rows.slice(0, first)] : rows;
}
