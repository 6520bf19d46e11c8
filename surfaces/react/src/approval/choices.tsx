import { type ApprovalAnswer, type Ask, approvalSubject, cleanText, toOptionNames } from "@yourcall/core";
import { canAskBack, denies, editedText, toEditable, toSuggestedRules } from "@yourcall/core/internal";
import { type KeyboardEvent, useEffect, useState } from "react";
import { QuietButton, toCounted } from "../buttons.tsx";
import { FooterLine, Kept } from "../card-footer.tsx";
import { KeyCap } from "../icon.tsx";
import { InlineMarkdown } from "../markdown/inline-markdown.tsx";
import AddPictures from "../pictures/add-pictures.tsx";
import { type ShownCard, toFront } from "../shown-card.ts";
import { machine } from "../use-answering.ts";

/**
 * A button for each answer, Deny first, in one row that is always in view, in the same place for every approval: below everything
 * else. One press decides, once the person has seen everything. On a phone, what allows for more than once is behind a button.
 */
export function Choices({ card, noted }: { card: ShownCard; noted: boolean }) {
  const { state, props, lead, part, id, read } = card;
  const { ask } = state;
  const [question] = ask.questions;
  const [more, showMore] = useState(false);
  if (question === undefined || ask.approval === undefined) return null;
  const names = toOptionNames(question, ask);
  const rules = toSuggestedRules(ask.approval);
  const busy = card.phase === "sending" || card.ended !== undefined;
  const front = toFront(state) === 0;
  const letters = props.letters !== false;
  const unread =
    read === null
      ? "Loading what it is about"
      : `Scroll through it first: ${read.lines} of ${read.of} ${read.of === 1 ? "line" : "lines"} seen`;
  const isEdited = editedText(state) !== null;
  const { marks } = state;
  const first = new Set<ApprovalAnswer>();
  const place = rules[0]?.place;
  const short = ask.approval.options === undefined;
  // What it allows, unless rules say it.
  const meanings = names.flatMap(({ name }, row) => {
    const words = cleanText(question.options[row]?.description ?? "");
    if (rules.length > 0 || words === "" || toChoiceEffect(ask, row) !== "allow-always") return [];
    return [`${short ? "Always" : name}: ${words}`];
  });
  return (
    <div className={part("footer")} data-approval="true" data-more={more}>
      {card.ended ? <Kept card={card} /> : <FooterLine card={card} instead={state.seen ? undefined : unread} />}
      {meanings.length > 0 && (
        <p id={id("rule")} className="yc-rule" dir="auto">
          {meanings.map((text) => (
            <InlineMarkdown key={text} text={text} />
          ))}
        </p>
      )}
      {rules.length > 0 && (
        <p id={id("rule")} className="yc-rule">
          Always:{" "}
          {rules.map(({ rule }) => (
            <code key={rule}>{rule}</code>
          ))}
          {place !== undefined && (
            <>
              {" "}
              Writes {rules.length === 1 ? "the rule" : "the rules"} to <code>{place}</code>
            </>
          )}
        </p>
      )}
      <div className="yc-under">
        {!noted && (
          <QuietButton
            words="Add a note"
            letter={letters ? "n" : undefined}
            off={!front}
            onPress={() => lead({ type: "open", field: "note", question: 0 })}
          />
        )}
        {props.pictures && <AddPictures card={card} index={0} />}
        {toEditable(ask) !== undefined && (
          <QuietButton
            words="Edit"
            letter={letters ? "e" : undefined}
            off={!front}
            onPress={() => lead({ type: "open", field: "edited" })}
          />
        )}
        {isReviewable(ask) && <ReviewButton card={card} letter={letters ? "r" : undefined} off={!front} />}
        {canAskBack(ask) && (
          <QuietButton
            words="Ask back"
            letter={letters ? "b" : undefined}
            off={!front}
            onPress={() => lead({ type: "open", field: "asked" })}
          />
        )}
        {props.onLater && (
          <QuietButton words="Later" letter={letters ? "l" : undefined} off={!front} onPress={props.onLater} />
        )}
        {!more && (
          <span className="yc-others">
            <QuietButton words="More" onPress={() => showMore(true)} />
          </span>
        )}
        <p className="yc-keys">
          Number, then <KeyCap name="Enter" /> <span className="yc-unseen">Enter</span>
        </p>
      </div>
      <div className="yc-choices">
        {names.map(({ name }, row) => {
          const effect = toChoiceEffect(ask, row);
          const main = effect !== "allow-always" && !first.has(effect);
          first.add(effect);
          const off =
            busy ||
            props.offline === true ||
            props.count === 0 ||
            (effect !== "deny" && !state.seen) ||
            (effect === "allow-always" && (isEdited || marks.length > 0));
          return (
            <button
              key={name}
              type="button"
              id={id(`0-${row}`)}
              className="yc-choice"
              data-row={`0-${row}`}
              data-effect={effect}
              data-cursor={front && state.entries[0]?.focus === row}
              data-main={main}
              data-long={name.length > (main ? 24 : 18)}
              aria-disabled={off}
              aria-describedby={
                effect === "allow-always" && rules.length + meanings.length > 0 ? id("rule") : undefined
              }
              onFocus={() => {
                if (front && state.entries[0]?.focus !== row) card.act({ type: "focus", question: 0, row });
              }}
              // Enter is handled by the card. What clicks without a pointer is then assistive technology: Space does nothing.
              onKeyDown={notBySpace}
              onKeyUp={notBySpace}
              onClick={({ detail }) =>
                detail < 2 &&
                lead([{ type: "focus", question: 0, row }, { type: "enter" }], detail === 0 ? "submit" : "click")
              }
            >
              <span className="yc-name" dir="auto">
                {effect === "allow-always" && short ? "Always" : toCounted(name, props.count)}
              </span>
              <KeyCap name={row + 1} off={!front} />
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Opens the lines of a plan or a change; says how many of them are commented on, which goes with Deny and Allow once. */
function ReviewButton({ card, letter, off }: { card: ShownCard; letter: string | undefined; off: boolean }) {
  const count = card.state.marks.length;
  const open = () => card.lead({ type: "open-lines" });
  useEffect(() => void loadLines(), []);
  return (
    <QuietButton
      words={count === 0 ? "Review lines" : `Review lines: ${count} comment${count === 1 ? "" : "s"}`}
      letter={letter}
      off={off}
      onPress={() => (machine.lines === undefined ? void loadLines().then(open) : open())}
    />
  );
}

const loadLines = () => import("../review/lines-view.tsx");

function isReviewable({ approval }: Ask): boolean {
  const part = approval && approvalSubject(approval).part;
  return part?.kind === "diff" || (part?.kind === "plan" && part.markdown.trim() !== "");
}

/** What the choice in this row does. */
export function toChoiceEffect(ask: Ask, row: number): ApprovalAnswer {
  const label = ask.questions[0]?.options[row]?.label ?? "";
  if (denies(ask, label)) return "deny";
  const effect = ask.approval?.options?.find((option) => option.id === label)?.effect ?? label;
  return effect === "allow-once" ? "allow-once" : "allow-always";
}

/** Space is part of every text, and must not decide. */
function notBySpace(event: KeyboardEvent): void {
  if (event.key === " ") event.preventDefault();
}
