import { type ApprovalSubject, approvalSubject, cleanLine, cleanText, revealText } from "@yourcall/core";
import { canReview, editedText, showTabs, toEarlierText, toEditable, toTitleWords } from "@yourcall/core/internal";
import { createElement, type ReactNode } from "react";
import { Said } from "../card-head.tsx";
import { LabelledField } from "../field.tsx";
import { Icon } from "../icon.tsx";
import { InlineMarkdown } from "../markdown/inline-markdown.tsx";
import { hasSide, isAskingBack, type ShownCard } from "../shown-card.ts";
import { machine } from "../use-answering.ts";
import { Choices } from "./choices.tsx";
import Diff from "./diff.tsx";
import Evidence, { toFacts } from "./evidence.tsx";

const shield = "M8 1.75 13 3.5v4c0 3.2-2.1 5.6-5 6.75-2.9-1.15-5-3.55-5-6.75v-4z";

/** An approval: the act, who asks and why, everything that would be done, and a button for each answer. */
export default function ApprovalPart({ card }: { card: ShownCard }) {
  const { state } = card;
  const [entry] = state.entries;
  if (entry === undefined) return null;
  if (state.page === "lines" && machine.lines !== undefined) return <machine.lines.View card={card} />;
  const noted =
    entry.note.text !== "" ||
    card.typingIn === card.id("0-note") ||
    (state.field === "note" && state.page === "question");
  return (
    <>
      <div className="yc-body">
        <Said card={card} />
        <EarlierReview card={card} />
        <ApprovalTitle card={card}>
          <Edited card={card} />
          {noted && <LabelledField card={card} field="note" question={0} label="Note" />}
        </ApprovalTitle>
        {card.props.below}
      </div>
      {state.page !== "decline" && !isAskingBack(card) && <Choices card={card} noted={noted} />}
    </>
  );
}

/** What an approval is about. Still shown after it has ended. */
export function ApprovalTitle({ card, children }: { card: ShownCard; children: ReactNode }) {
  const { part, props } = card;
  const { approval, questions } = card.state.ask;
  if (approval === undefined) return null;
  const subject = approvalSubject(approval, props.ask.agent?.cwd);
  const asked = cleanText(questions[0]?.question ?? "");
  const facts: [string, string][] = [
    ...(props.ask.agent?.subagent ? [["Asked by", `subagent ${props.ask.agent.subagent}`] as [string, string]] : []),
    ...(toFacts(subject.rest) ?? []),
  ];
  return (
    <div className={`${part("question")} yc-approval`} data-kind={subject.part.kind}>
      <p className={part("chip")}>
        <span className="yc-kind">
          <Icon path={shield} /> approval
        </span>
      </p>
      <h2 className="yc-text" data-path={subject.part.kind === "diff"} dir="auto">
        <Act {...subject} />
      </h2>
      {!repeats(asked, subject, approval.tool) && (
        <p className="yc-asked" dir="auto">
          <InlineMarkdown text={asked} />
        </p>
      )}
      {facts.length > 0 && (
        <dl className="yc-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{cleanLine(name)}</dt>
              <dd dir="auto">{revealText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!hasSide(props) && <Evidence card={card} />}
      {children}
    </div>
  );
}

/** The act and what it acts on: `Run npm test`, `Edit src/session.ts`. */
function Act(approval: ApprovalSubject) {
  const { verb, object } = toTitleWords(approval);
  const { part } = approval;
  return (
    <>
      {verb} {object && <code>{part.kind === "diff" ? breakable(object) : object}</code>}
    </>
  );
}

/** A path, which breaks after its slashes. */
function breakable(path: string): ReactNode[] {
  return path
    .split(/(?<=\/)/)
    .flatMap((part, index) => (index === 0 ? [part] : [createElement("wbr", { key: index }), part]));
}

// What is left of `May I run npm test?` without the command.
const fewWords = 24;

/** Whether the agent's question says no more than the title. */
function repeats(asked: string, { subject }: ApprovalSubject, tool: string): boolean {
  if (asked === `May the agent use ${tool}?`) return true;
  const plain = asked.replaceAll("`", "");
  return subject !== "" && plain.includes(subject) && plain.length - subject.length <= fewWords;
}

/** What the person changes before they allow the call, and how that differs from what was asked for. */
function Edited({ card }: { card: ShownCard }) {
  const { state, typingIn, id } = card;
  const before = toEditable(state.ask);
  const after = editedText(state);
  if (before === undefined) return null;
  const isOpen = state.field === "edited" || typingIn === id("edited");
  const rows = Math.min(12, state.edited.text.split("\n").length + 1);
  return (
    <>
      {isOpen && (
        <LabelledField
          card={card}
          field="edited"
          label={canReview(state.ask) ? "What will be written" : "What will run"}
          rows={rows}
        />
      )}
      {after !== null && (
        <figure className="yc-evidence" aria-label="What you changed">
          <Diff edits={[{ path: "", before: showTabs(before), after: showTabs(after) }]} />
        </figure>
      )}
    </>
  );
}

/** What the person said of the version before, if this one no longer has those lines. The rest is in the draft. */
export function EarlierReview({ card }: { card: ShownCard }) {
  const marks = card.props.ask.earlierReview ?? [];
  if (marks.length === 0) return null;
  return (
    <p className="yc-earlier" role="note" dir="auto">
      {toEarlierText(marks)}
    </p>
  );
}
