import "./decided.css";
import type { WireAsk } from "@yourcall/client";
import {
  approvalAnswers,
  approvalSubject,
  type By,
  cleanLine,
  toAnswerText,
  toByText,
  toHeaderName,
} from "@yourcall/core";
import {
  toClock,
  toDeliveryText,
  toLocalDate,
  toQuestionLine,
  toSurfaceName,
  toTokenName,
  toWaited,
  toWithdrawnText,
} from "@yourcall/core/internal";
import { InlineMarkdown } from "@yourcall/react/internal";
import { Fragment, type ReactNode } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { Icon } from "../app/icon.tsx";
import { PageLink, toDecisionPath } from "../app/route.tsx";
import { toSessionName } from "../waiting/session-link.tsx";

/** One decision: the answer first, the question below it, who and where at the end. */
export function DecisionRow({ ask }: { ask: WireAsk }) {
  const { outcome } = ask;
  if (outcome === undefined) return null;
  const { name, title } = toSessionName(ask);
  const late = toDeliveryText(ask, Date.now());
  return (
    <li className="decided">
      <time dateTime={outcome.at} title={toLocalDate(outcome.at)}>
        {toClock(outcome.at)}
      </time>
      <div>
        <PageLink to={toDecisionPath(ask.id)} className="decided-go" data-outcome={outcome.status}>
          <Chosen ask={ask} />
        </PageLink>
        <Asked ask={ask} />
        {late !== undefined && (
          <p className="decided-flag fine">
            <Icon name="warn" />
            <span>It {late}</span>
            {outcome.status === "answered" && (
              <CopyButton text={toAnswers(ask).join("\n")} label="Copy answer" className="small" />
            )}
          </p>
        )}
      </div>
      <p className="decided-by fine">
        {[name, title].filter(Boolean).join(" · ")}
        <span>{"by" in outcome ? toWho(outcome.by) : "nobody"}</span>
      </p>
    </li>
  );
}

/** `you, in web`, `ana, in terminal (a script)`. Hosts, apps and named tokens are shown by name. */
function toWho(by: By): string {
  const isNamed = by.act === "reported" || by.act === "covered" || toTokenName(by.token) !== undefined;
  if (isNamed) return toByText(by);
  const who = by.user === undefined ? "you" : cleanLine(by.user);
  return `${who}, in ${toSurfaceName(by.surface)}${by.act === "script" ? " (a script)" : ""}${by.batch === undefined ? "" : " (batch)"}`;
}

/** The parts of an ask that say how it ended. */
type DecidedAsk = Pick<WireAsk, "kind" | "approval" | "questions" | "outcome" | "createdAt">;

/** What was chosen, or how else it ended. */
export function Chosen({ ask }: { ask: DecidedAsk }) {
  const { outcome } = ask;
  if (outcome === undefined) return null;
  const reason = "reason" in outcome && outcome.reason ? ` “${cleanLine(outcome.reason)}”` : "";
  switch (outcome.status) {
    case "answered":
      return (
        <>
          <span data-answer={toApprovalAnswer(ask)}>
            <Answers ask={ask} />
          </span>
          <span className="decided-aside">{toRemarks(ask)}</span>
        </>
      );
    case "declined":
      return (
        <>
          <span className="decided-aside">{outcome.asked === undefined ? "Declined" : "Asked back"}</span>
          {reason}
        </>
      );
    case "cancelled":
      return <span className="decided-aside">{toWithdrawnText(outcome.reason)}</span>;
    case "expired":
      return (
        <span className="decided-aside">Expired after {toWaited(ask, outcome)}. Nothing was answered for you</span>
      );
  }
}

function Asked({ ask }: { ask: WireAsk }) {
  if (ask.approval !== undefined && ask.kind === "approval") {
    const { act, subject, part } = approvalSubject(ask.approval, ask.agent?.cwd);
    return (
      <p className="decided-question">
        {part.kind === "command" ? "Run" : act} <code>{subject.slice(0, 200)}</code>
      </p>
    );
  }
  const questions = new Set(ask.questions.map(({ question }) => toQuestionLine(question).slice(0, 300)));
  return [...questions].map((question) => (
    <p key={question} className="decided-question" dir="auto">
      <InlineMarkdown text={question} />
    </p>
  ));
}

const approvalWords = { "allow-once": "Allowed once", "allow-always": "Always allowed", deny: "Denied" };

/** Which of the three answers an approval got, for its colour. */
function toApprovalAnswer({ kind, approval, outcome }: DecidedAsk): keyof typeof approvalWords | undefined {
  if (kind !== "approval" || outcome?.status !== "answered") return undefined;
  const label = outcome.answers[0]?.selectedOptions[0];
  const effect = approval?.options?.find(({ id }) => id === label)?.effect ?? label;
  return approvalAnswers.find((answer) => answer === effect);
}

/** Notes and the comment, in the person's words. */
function toRemarks({ outcome }: DecidedAsk): string {
  if (outcome?.status !== "answered") return "";
  const remarks = [...outcome.answers.map(({ notes }) => notes), outcome.comment];
  return remarks.map((text) => (text ? ` “${cleanLine(text)}”` : "")).join("");
}

/** The answers as shown: a person's own text is distinguished from the options. */
function Answers({ ask }: { ask: DecidedAsk }): ReactNode {
  const answers = ask.outcome?.status === "answered" ? ask.outcome.answers : [];
  if (toApprovalAnswer(ask) !== undefined) return toAnswers(ask);
  const isNamed = ask.outcome !== undefined && "by" in ask.outcome && ask.outcome.by.user !== undefined;
  return answers.map((answer, index) => {
    const { customInput, selectedOptions } = answer;
    const chosen = toAnswerText(ask, index, { ...answer, customInput: undefined });
    return (
      <Fragment key={answer.question}>
        {index > 0 && " · "}
        {answers.length > 1 && `${toHeaderName(ask, index)}: `}
        {answer.skipped === true && <span className="decided-aside">Skipped: no preference</span>}
        {selectedOptions.length > 0 && <InlineMarkdown text={chosen} />}
        {customInput !== undefined && selectedOptions.length > 0 && (
          <span className="decided-aside">{isNamed ? " and in their own words " : " and in your own words "}</span>
        )}
        {customInput !== undefined && `“${cleanLine(customInput)}”`}
      </Fragment>
    );
  });
}

/** The answers as text to be copied, named if there are several. */
function toAnswers(ask: DecidedAsk): string[] {
  const answers = ask.outcome?.status === "answered" ? ask.outcome.answers : [];
  const given = toApprovalAnswer(ask);
  // A host's own options have their own labels.
  if (given !== undefined && ask.approval?.options === undefined) return [approvalWords[given]];
  return answers.map((answer, index) => {
    const text = toAnswerText(ask, index, answer);
    return answers.length === 1 ? text : `${toHeaderName(ask, index)}: ${text}`;
  });
}
