import { cleanLine, cleanText, type Outcome, toApprovalText, toHeaderName } from "@yourcall/core";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Banner, EndBanner } from "./banner.tsx";
import { QuietButton } from "./buttons.tsx";
import { CardFooter } from "./card-footer.tsx";
import { CardHead } from "./card-head.tsx";
import type { CardProps } from "./card-props.ts";
import { DraftLeft } from "./draft-left.tsx";
import { EndedQuestion } from "./ended-question.tsx";
import { onCardKey } from "./on-card-key.ts";
import { QuestionPart } from "./question-part.tsx";
import { type ShownCard, toFocused, toParts } from "./shown-card.ts";
import { type Sent, useAnswering } from "./use-answering.ts";

/** The card of an ask that can be shown. */
export function AskCard(props: CardProps & { id: string }) {
  const { ask, surface = "card", offline, id: prefix } = props;
  const answering = useAnswering(ask, props);
  const { state, phase, sent, act } = answering;
  const outcome = ask.outcome ?? (sent === null ? undefined : toOutcome(sent, surface));
  const root = useRef<HTMLElement>(null);
  const inside = useRef(false);
  const leading = useRef(false);
  const [folded, fold] = useState(outcome !== undefined);
  const ended = outcome !== undefined;

  const part = toParts(props.classNames);
  const id = (name: string) => `${prefix}-${name}`;
  const card: ShownCard = {
    state,
    phase,
    props,
    part,
    id,
    act,
    lead(events, how) {
      leading.current = true;
      act(events, how);
    },
  };

  useEffect(() => {
    if (!leading.current) return;
    leading.current = false;
    if (state.end === null) document.getElementById(id(toFocused(state)))?.focus();
  });

  // An answered card folds once pointer and focus have left it, so that nothing moves under the pointer.
  useEffect(() => {
    if (!ended || folded) return;
    if (inside.current && !root.current?.contains(document.activeElement)) root.current?.focus();
    const look = () => fold(root.current?.matches(":hover, :focus-within") !== true);
    look();
    document.addEventListener("pointerover", look);
    return () => document.removeEventListener("pointerover", look);
  }, [ended, folded]);

  function left(event: FocusEvent<HTMLElement>): void {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    inside.current = false;
    answering.hold(false);
    if (ended && !event.currentTarget.matches(":hover")) fold(true);
  }

  const by = outcome && "by" in outcome ? outcome.by : undefined;
  // A named person on the same surface may be at another screen.
  const own = by?.surface === surface && (phase === "sent" || (by.user ?? by.token?.name) === undefined);
  // Our own outcome may arrive before its acknowledgement.
  const typed = answering.touched && phase !== "sent" && !(phase === "sending" && own);
  const shown = (
    <section
      ref={root}
      className={part("card")}
      aria-label={cleanLine(ask.questions.map((_, index) => toHeaderName(ask, index)).join(", "))}
      aria-busy={phase === "sending"}
      tabIndex={-1}
      data-state={outcome === undefined ? (phase === "answering" ? "waiting" : phase) : outcome.status}
      onKeyDown={(event) => {
        if (!ended) onCardKey(event, card);
      }}
      onFocus={() => {
        inside.current = true;
        answering.hold(true);
      }}
      onBlur={left}
    >
      <div role="status">
        {outcome !== undefined && <EndBanner outcome={outcome} card={card} own={own} typed={typed} />}
        {phase === "failed" && !ended && (
          <Banner
            part={part}
            tone="danger"
            title="Not accepted:"
            text={`${cleanLine(answering.failure ?? "")} Your text is kept.`}
          >
            <QuietButton words="Retry" onPress={answering.retry} />
          </Banner>
        )}
        {offline === true && !ended && (
          <Banner
            part={part}
            tone="plain"
            title="Not connected."
            text="You can keep answering: your input is kept here, and sent when you press Send."
          />
        )}
      </div>
      {ended && typed && <DraftLeft card={card} />}
      <CardHead card={card} ended={ended} />
      {ended ? (
        ask.questions.map((_, index) => (
          <EndedQuestion key={id(`${index}`)} card={card} index={index} outcome={outcome} folded={folded} />
        ))
      ) : (
        <>
          {ask.kind === "approval" && <ApprovalPart card={card} />}
          {ask.questions.map((_, index) => (
            <QuestionPart key={id(`${index}`)} card={card} index={index} />
          ))}
          <CardFooter card={card} />
        </>
      )}
    </section>
  );
  return props.layout?.({ card: shown, side: null }) ?? shown;
}

/** What an approval is about: the tool and its input. */
function ApprovalPart({ card }: { card: ShownCard }) {
  const { approval } = card.state.ask;
  const end = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of one ask's text is watched until it was seen
  useEffect(() => {
    if (end.current === null) return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      card.act({ type: "seen" });
    });
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [approval]);
  if (approval === undefined) return null;
  return (
    <div className="yc-approval">
      <p>
        <span className="yc-hint">Tool</span> <code dir="auto">{cleanLine(approval.tool)}</code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard */}
      <pre className="yc-raw" dir="auto" tabIndex={0}>
        {cleanText(toApprovalText(approval.input))}
        <span ref={end} />
      </pre>
    </div>
  );
}

/** The ask after our answer was acknowledged, until the server's outcome arrives. */
function toOutcome({ end, act, at }: Sent, surface: string): Outcome {
  const { type, ...said } = end;
  return { status: type === "submitted" ? "answered" : "declined", ...said, by: { surface, act }, at } as Outcome;
}
