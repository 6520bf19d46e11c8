import type { HubClient, WireAsk } from "@yourcall/client";
import {
  type Approval,
  approvalSubject,
  cleanLine,
  cleanText,
  type Outcome,
  type Question,
  type QuestionAnswer,
  revealText,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import {
  showTabs,
  toDeliveryText,
  toEndText,
  toFallbackLines,
  toLocalDate,
  toMarksText,
} from "@yourcall/core/internal";
import { InlineMarkdown, PictureList } from "@yourcall/react/internal";
import Diff from "@yourcall/react/internal/diff";
import { LongText, renderMarkdown } from "@yourcall/react/markdown";
import { Icon } from "../app/icon.tsx";

/** A question with its answer. */
export function DecidedQuestion({
  client,
  ask,
  question,
  index,
}: {
  client: HubClient;
  ask: WireAsk;
  question: Question;
  index: number;
}) {
  const answer = ask.outcome?.status === "answered" ? ask.outcome.answers[index] : undefined;
  const name = toHeaderName(ask, index);
  // The title of the page already says it.
  const isTold = ask.approval !== undefined && question.question === `May the agent use ${ask.approval.tool}?`;
  return (
    <section className="decision-question panel" aria-label={name}>
      {ask.questions.length > 1 && <p className="decision-name fine">{name}</p>}
      {!isTold && (
        <h2 dir="auto">
          <InlineMarkdown text={cleanText(question.question)} />
        </h2>
      )}
      {ask.approval !== undefined && <Approved approval={ask.approval} />}
      {question.options.length > 0 && <Options ask={ask} question={question} answer={answer} />}
      {answer?.skipped === true && <p>No preference: the choice was left to the agent.</p>}
      {answer?.customInput !== undefined && (
        <Said name={question.options.length === 0 ? "Answer" : "In their own words"} text={`“${answer.customInput}”`} />
      )}
      {answer?.edited !== undefined && <Said name="Changed to" text={showTabs(answer.edited)} />}
      {answer?.review !== undefined && <Said name="Review" text={toMarksText(answer.review)} />}
      {answer?.notes !== undefined && <Said name="Note" text={answer.notes} />}
      {answer?.attachments !== undefined && (
        <PictureList attachments={answer.attachments} read={(hash) => client.picture(ask.id, hash)} />
      )}
    </section>
  );
}

function Options({ ask, question, answer }: { ask: WireAsk; question: Question; answer: QuestionAnswer | undefined }) {
  const names = toOptionNames(question, ask);
  const marks = question.multiSelect ? { on: "☑", off: "☐" } : { on: "●", off: "○" };
  return (
    <ul className="decided-options panel">
      {question.options.map(({ label, description, preview }, row) => {
        const chosen = answer?.selectedOptions.includes(label) === true;
        return (
          <li key={label} className={chosen ? "chosen" : undefined}>
            <span className="decided-mark" aria-hidden="true">
              {chosen ? marks.on : marks.off}
            </span>
            <div>
              <p dir="auto">
                <span className="decided-name">
                  <InlineMarkdown text={names[row]?.name ?? ""} />
                </span>
                {names[row]?.recommended === true && <span className="decided-recommended">Recommended</span>}
                {chosen && <span className="decided-chosen">chosen</span>}
              </p>
              {description !== undefined && (
                <p className="decided-more" dir="auto">
                  <InlineMarkdown text={cleanText(description)} />
                </p>
              )}
              {preview !== undefined && (
                <details>
                  <summary className="fine">Preview</summary>
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

/** What an approval was about: the change, the plan, or all of the tool's input. */
function Approved({ approval }: { approval: Approval }) {
  const { part, rest } = approvalSubject(approval);
  return (
    <div className="decided-tool">
      {part.kind === "diff" ? (
        <div className="yc-side decided-change">
          <Diff edits={part.edits} />
        </div>
      ) : part.kind === "plan" ? (
        renderMarkdown(part.markdown)
      ) : (
        <Block text={part.text} />
      )}
      {rest !== "" && <Block text={rest} />}
    </div>
  );
}

/** What the agent said just before it asked. */
export function SaidBefore({ ask }: { ask: WireAsk }) {
  if (ask.context === undefined || ask.context.trim() === "") return null;
  return (
    <section className="decision-question panel" aria-labelledby="said-title">
      <h2 id="said-title" className="decision-name fine">
        What {cleanLine(ask.agent.name)} said before asking
      </h2>
      <div dir="auto">{renderMarkdown(ask.context)}</div>
    </section>
  );
}

function Block({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
    <div tabIndex={0} className="decided-text">
      <LongText text={text} toShown={revealText} />
    </div>
  );
}

/** How it ended: by whom, where, how, when, after how long, and the comment. */
export function DecisionEnd({ ask, outcome }: { ask: WireAsk; outcome: Outcome }) {
  const passedOn = toFallbackLines(ask, outcome);
  const late = toDeliveryText(ask, Date.now());
  return (
    <div className="decision-end">
      <p>{toEndText(ask, outcome, toLocalDate)}</p>
      {late !== undefined && (
        <p className="decided-flag fine">
          <Icon name="warn" />
          <span>It {late}</span>
        </p>
      )}
      {outcome.status === "answered" && outcome.comment !== undefined && <Said name="Comment" text={outcome.comment} />}
      {"reason" in outcome && outcome.reason !== undefined && <Said name="Reason" text={outcome.reason} />}
      {passedOn.length > 0 && (
        <Said name="Recommended, and passed on to the agent; nobody chose it" text={passedOn.join("\n")} />
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
