import { cleanText, type Outcome, toOptionNames } from "@yourcall/core";
import { QuestionTitle } from "../question-part.tsx";
import type { ShownCard } from "../shown-card.ts";

/** A question of an ended ask. Folded, it shows only the answer. */
export function EndedQuestion({
  card,
  index,
  outcome,
  folded,
}: {
  card: ShownCard;
  index: number;
  outcome: Outcome;
  folded: boolean;
}) {
  const { part, state } = card;
  const { ask } = state;
  const question = ask.questions[index];
  if (question === undefined) return null;
  const answers = outcome.status === "answered" ? outcome.answers : [];
  const answer = answers.find((given) => given.question === question.question) ?? answers[index];
  const rows = toOptionNames(question, ask).map(({ name }, row) => ({
    name,
    picked: answer?.selectedOptions.includes(question.options[row]?.label ?? "") === true,
  }));
  const own = answer?.customInput === undefined ? [] : [{ name: `“${cleanText(answer.customInput)}”`, picked: true }];
  const shown = [...rows, ...own].filter(({ picked }) => picked || !folded);
  const last = index === ask.questions.length - 1;
  const kept = [
    ["Note", answer?.notes ?? ""],
    ["Comment", (last && outcome.status === "answered" && outcome.comment) || ""],
  ].filter(([, text]) => text !== "") as [string, string][];
  return (
    <div className={part("question")}>
      <p>
        <QuestionTitle card={card} index={index} />
      </p>
      {answer?.skipped === true && <p className="yc-hint">Skipped: no preference.</p>}
      {answer !== undefined && shown.length > 0 && (
        <ul className={part("options")}>
          {shown.map(({ name, picked }) => (
            <li key={name} className={part("option")} data-picked={picked} dir="auto">
              {picked && <span className="yc-mark">Chosen: </span>}
              {name}
            </li>
          ))}
        </ul>
      )}
      {kept.map(([name, text]) => (
        <p key={name} className="yc-kept" dir="auto">
          <span className="yc-hint">{name}</span> {cleanText(text)}
        </p>
      ))}
    </div>
  );
}
