import type { WireAsk } from "@yourcall/client";
import {
  cleanText,
  type Outcome,
  type Question,
  type QuestionAnswer,
  toApprovalText,
  toDeliveryText,
  toEndText,
  toFallbackLines,
  toHeaderName,
  toLocalDate,
  toOptionNames,
} from "@yourcall/core";

/** A question with its answer. */
export function DecidedQuestion({ ask, question, index }: { ask: WireAsk; question: Question; index: number }) {
  const answer = ask.outcome?.status === "answered" ? ask.outcome.answers[index] : undefined;
  const title = `question-${index}`;
  return (
    <section className="decision-question" aria-labelledby={title}>
      <p className="chip">{toHeaderName(ask, index)}</p>
      <h2 id={title} dir="auto">
        {cleanText(question.question)}
      </h2>
      {ask.approval !== undefined && (
        <div className="decided-tool">
          <p className="meta">Tool: {cleanText(ask.approval.tool)}</p>
          <Block text={toApprovalText(ask.approval.input)} />
        </div>
      )}
      {question.options.length > 0 && <Options ask={ask} question={question} answer={answer} />}
      {answer?.skipped === true && <p>No preference: the choice was left to the agent.</p>}
      {answer?.customInput !== undefined && (
        <Said name={question.options.length === 0 ? "Answer" : "In own words"} text={`“${answer.customInput}”`} />
      )}
      {answer?.notes !== undefined && <Said name="Note" text={answer.notes} />}
    </section>
  );
}

function Options({ ask, question, answer }: { ask: WireAsk; question: Question; answer: QuestionAnswer | undefined }) {
  const names = toOptionNames(question, ask);
  const marks = question.multiSelect ? { on: "☑", off: "☐" } : { on: "●", off: "○" };
  return (
    <ul className="decided-options">
      {question.options.map(({ label, description, preview }, row) => {
        const chosen = answer?.selectedOptions.includes(label) === true;
        return (
          <li key={label} className={chosen ? "chosen" : undefined}>
            <span className="decided-mark" aria-hidden="true">
              {chosen ? marks.on : marks.off}
            </span>
            <div>
              <p dir="auto">
                <span className="decided-name">{names[row]?.name}</span>
                {names[row]?.recommended === true && <span className="decided-recommended">Recommended</span>}
                {chosen && <span className="decided-chosen">chosen</span>}
              </p>
              {description !== undefined && (
                <p className="meta" dir="auto">
                  {cleanText(description)}
                </p>
              )}
              {preview !== undefined && (
                <details>
                  <summary>Preview</summary>
                  <Block text={preview} />
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Block({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
    <pre tabIndex={0}>
      <code>{cleanText(text)}</code>
    </pre>
  );
}

/** How it ended: by whom, where, how, when, after how long, and the comment. */
export function DecisionEnd({ ask, outcome }: { ask: WireAsk; outcome: Outcome }) {
  const passedOn = toFallbackLines(ask, outcome);
  const late = toDeliveryText(ask, Date.now());
  return (
    <div className="decision-end">
      <p>{toEndText(ask, outcome, toLocalDate)}</p>
      {late !== undefined && <p className="decision-late">It {late}.</p>}
      {outcome.status === "answered" && outcome.comment !== undefined && <Said name="Comment" text={outcome.comment} />}
      {"reason" in outcome && outcome.reason !== undefined && <Said name="Reason" text={outcome.reason} />}
      {passedOn.length > 0 && (
        <Said name="Recommended and passed on to the agent, chosen by nobody" text={passedOn.join("\n")} />
      )}
    </div>
  );
}

/** A person's text, or a list, unchanged. */
function Said({ name, text }: { name: string; text: string }) {
  return (
    <div className="said">
      <p className="meta">{name}</p>
      <p className="said-text" dir="auto">
        {cleanText(text)}
      </p>
    </div>
  );
}
