import { cleanText, type Outcome, toOptionNames } from "@yourcall/core";
import { showTabs, toMarksText } from "@yourcall/core/internal";
import { lazy, Suspense } from "react";
import { Icon, tick } from "../icon.tsx";
import { InlineMarkdown } from "../markdown/inline-markdown.tsx";
import { PictureList } from "../pictures/picture-list.tsx";
import { QuestionTitle, toDirection } from "../question-title.tsx";
import type { ShownCard } from "../shown-card.ts";

const ApprovalTitle = lazy(() =>
  import("../approval/approval-part.tsx").then(({ ApprovalTitle }) => ({ default: ApprovalTitle })),
);

/** A question of an ended ask, its rows where they were. Folded, it shows only the answer. */
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
  const isApproval = ask.kind === "approval";
  const answers = outcome.status === "answered" ? outcome.answers : [];
  const answer = answers.find((given) => given.question === question.question) ?? answers[index];
  const rows = toOptionNames(question, ask).map(({ name }, row) => ({
    name,
    shown: <InlineMarkdown text={name} />,
    more: isApproval ? undefined : question.options[row]?.description,
    picked: answer?.selectedOptions.includes(question.options[row]?.label ?? "") === true,
  }));
  const own =
    answer?.customInput === undefined
      ? []
      : [{ name: "own words", shown: `“${cleanText(answer.customInput)}”`, more: undefined, picked: true }];
  const kept = [...rows, ...own].filter(({ picked }) => picked || !folded);
  const last = index === ask.questions.length - 1;
  const said = [
    ["Changed to", showTabs(answer?.edited ?? "")],
    ["Note", answer?.notes ?? ""],
    ["Review", toMarksText(answer?.review ?? [])],
    ["Comment", (last && outcome.status === "answered" && outcome.comment) || ""],
  ].filter(([, text]) => text !== "") as [string, string][];
  const content = (
    <>
      {answer?.skipped === true && <p className="yc-hint">Skipped: no preference.</p>}
      {kept.length > 0 && (
        <ul className={part("options")} data-tight={kept.every(({ more }) => !more)}>
          {kept.map(({ name, shown, more, picked }) => (
            <li key={name} className={part("option")} data-picked={picked}>
              <span className="yc-mark">{picked && <Icon path={tick} />}</span>
              <span className="yc-main" dir="auto">
                {picked && <bdi className="yc-unseen">Chosen: </bdi>}
                <span className="yc-name">{shown}</span>
                {more && (
                  <span className="yc-more" dir="auto">
                    <InlineMarkdown text={cleanText(more)} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {said.map(([name, text]) => (
        <p key={name} className="yc-kept" dir="auto">
          <span className="yc-hint">{name}</span> {cleanText(text)}
        </p>
      ))}
      {answer?.attachments !== undefined && (
        <PictureList attachments={answer.attachments} read={card.props.pictures?.read} />
      )}
    </>
  );
  if (isApproval)
    return (
      <Suspense fallback={null}>
        <ApprovalTitle card={card}>{content}</ApprovalTitle>
      </Suspense>
    );
  return (
    <div className={part("question")} dir={toDirection(question)}>
      <p>
        <QuestionTitle card={card} index={index} />
      </p>
      {content}
    </div>
  );
}
