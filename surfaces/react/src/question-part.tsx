import {
  cleanText,
  isAnswered,
  type OptionName,
  openQuestions,
  otherRow,
  problemOf,
  toHeaderName,
  toOptionNames,
  unsentText,
} from "@yourcall/core";
import { useState } from "react";
import { OptionRow } from "./option-row.tsx";
import { Previews } from "./previews.tsx";
import type { ShownCard } from "./shown-card.ts";
import { TextPart } from "./text-part.tsx";

/** One question: what is asked, its options and Other or its field, the note. */
export function QuestionPart({ card, index }: { card: ShownCard; index: number }) {
  const { state, part, id, act, lead, phase } = card;
  const { ask } = state;
  const question = ask.questions[index];
  const entry = state.entries[index];
  const [shown, show] = useState<number>();
  if (question === undefined || entry === undefined) return null;

  const names = toOptionNames(question, ask.kind);
  const other = otherRow(ask, question);
  const several = ask.questions.length > 1;
  const noted = entry.note.text !== "" || (state.at === index && state.field === "note" && state.page === "question");
  const openOther =
    entry.picked[other] === true || entry.other.text !== "" || (state.at === index && state.field === "other");
  const unsent = unsentText(question, entry);
  // Said only once somebody wanted to send: an untouched card reproaches nobody.
  const problem =
    state.page === "review" && openQuestions(state).includes(index) ? problemOf(ask, question, entry) : null;
  const fault = problem?.split(". ")[0]?.replace(/\.?$/, ".");
  const write = (field: "other" | "note") => (text: string) => act({ type: "set-text", field, text, question: index });
  const rows = toRows(names, ask.kind === "approval");

  return (
    <fieldset
      className={part("question")}
      disabled={phase === "sending"}
      aria-describedby={fault === undefined ? undefined : id(`${index}-fault`)}
      data-answered={isAnswered(ask, question, entry)}
    >
      <legend>
        <span className={part("chip")} dir="auto">
          {several && `${index + 1} `}
          {toHeaderName(ask, index)}
        </span>
        <span className="yc-text" dir="auto">
          {cleanText(question.question)}
        </span>
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
            />
          ))}
          {other >= 0 && (
            <OptionRow card={card} index={index} row={other} name="Other" onShow={() => show(undefined)}>
              {openOther && (
                <textarea
                  id={id(`${index}-other`)}
                  className={part("field")}
                  aria-label="Your own answer"
                  dir="auto"
                  rows={2}
                  value={entry.other.text}
                  onChange={(event) => write("other")(event.target.value)}
                />
              )}
              {openOther && unsent !== null && (
                <span className="yc-hint">Not sent as long as Other is not chosen.</span>
              )}
            </OptionRow>
          )}
        </div>
      )}
      {question.options.some(({ preview }) => preview) && (
        <Previews card={card} question={question} names={names} shown={shown ?? entry.focus} onShow={show} />
      )}
      {noted && (
        <label className="yc-labelled">
          Note
          <textarea
            id={id(`${index}-note`)}
            className={part("field")}
            dir="auto"
            rows={2}
            value={entry.note.text}
            onChange={(event) => write("note")(event.target.value)}
          />
        </label>
      )}
      {fault !== undefined && (
        <p id={id(`${index}-fault`)} className="yc-fault">
          {fault}
        </p>
      )}
      <div className="yc-extras">
        {!noted && (
          <button
            type="button"
            className="yc-quiet"
            onClick={() => lead({ type: "open", field: "note", question: index })}
          >
            Add a note
          </button>
        )}
        {ask.kind !== "approval" &&
          (entry.skipped ? (
            <span className="yc-hint">Skipped: no preference. Choosing takes it back.</span>
          ) : (
            <button type="button" className="yc-quiet" onClick={() => lead({ type: "skip", question: index })}>
              Skip
            </button>
          ))}
      </div>
    </fieldset>
  );
}

// An approval shows Deny first, so that it is the first to get the focus; the machine's rows stay what they are.
function toRows(names: OptionName[], approval: boolean) {
  const rows = names.map((name, row) => ({ ...name, row }));
  return approval ? [...rows.slice(-1), ...rows.slice(0, -1)] : rows;
}
