import { type NumberQuestion, type Outcome, questionKinds, toHeaderName } from "@yourcall/core";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Boundary } from "./boundary.tsx";
import { CardFooter } from "./card-footer.tsx";
import { CardHead, Said, toSaid } from "./card-head.tsx";
import type { CardAsk, CardProps } from "./card-props.ts";
import { LabelledField } from "./field.tsx";
import { couldAnswer, isField } from "./key-targets.ts";
import { QuestionPart } from "./question-part.tsx";
import { hasSide, isAskingBack, type ShownCard, toCommented, toParts } from "./shown-card.ts";
import { type Sent, toAskKey, useAnswering } from "./use-answering.ts";
import { useHostScheme } from "./use-host-scheme.ts";

// Few asks need these, so their code is loaded on demand.
const ApprovalPart = lazy(() => import("./approval/approval-part.tsx"));
const AskSide = lazy(() => import("./ask-side.tsx"));
const EndedPart = lazy(() => import("./ended/ended-part.tsx"));
const Previews = lazy(() => import("./previews.tsx"));
const RawCard = lazy(() => import("./raw-card.tsx"));

const ignoredMs = 3000;

/**
 * A card that shows one ask and collects the answer. It needs `@yourcall/react/style.css`. It never takes the focus by itself,
 * and shows an answer as sent only once `onSubmit` has resolved.
 *
 * @example
 * import "@yourcall/react/style.css";
 * const card = (
 *   <QuestionCard ask={ask} onSubmit={async ({ answers }) => console.log(answers)} onDecline={async () => {}} />
 * );
 */
export function QuestionCard(props: CardProps) {
  const id = useId();
  const key = isShowable(props.ask) ? toAskKey(props.ask) : null;
  const raw = (
    <Suspense fallback={null}>
      <RawCard {...props} />
    </Suspense>
  );
  const placed = props.layout?.({ card: raw, side: null }) ?? raw;
  if (key === null) return placed;
  return (
    <Boundary key={key} of={props.ask} instead={placed}>
      <AskCard {...props} id={id} />
    </Boundary>
  );
}

/** The card of an ask that can be shown. */
function AskCard(props: CardProps & { id: string }) {
  const { ask, surface = "card", id: prefix, layout } = props;
  const answering = useAnswering(ask, props);
  const { state, phase, sent } = answering;
  const outcome = ask.outcome ?? (sent === null ? undefined : toOutcome(sent, surface));
  const root = useRef<HTMLElement>(null);
  const inside = useRef(false);
  const leading = useRef(false);
  const [wasEnded] = useState(outcome !== undefined);
  const [read, onRead] = useState<ShownCard["read"]>(null);
  const [tab, setTab] = useState("Question");
  const [typingIn, setTypingIn] = useState("");
  const [ignored, ignore] = useState(0);
  const [acting, setActing] = useState<ShownCard["acting"]>();
  const ended = outcome !== undefined;
  // A live ask knows it. Any other host says it with the reply to what was sent.
  const sentHere = props.sentHere ?? phase === "sent";
  // A field stays as long as somebody is in it. What is typed then is kept, and cannot be sent.
  const stays = ended && typingIn !== "" && phase !== "sending" && !sentHere;
  const over = ended && !stays;
  useHostScheme(root);

  const part = toParts(props.classNames);
  const id = (name: string) => `${prefix}-${name}`;
  const card: ShownCard = {
    ...answering,
    ...{ props, part, id, read, onRead, typingIn, acting, sentHere },
    ended: outcome,
    ignored: ignored > 0,
    act(events, how) {
      if (!ended || isTyping(events)) answering.act(events, how);
    },
    lead(events, how) {
      leading.current = !ended;
      card.act(events, how);
    },
  };

  useEffect(() => {
    if (!leading.current) return;
    leading.current = false;
    if (state.end !== null) return;
    const place = (acting && document.getElementById(id(acting.toFocused(state)))) ?? root.current;
    // Moving from line to line must not jump.
    place?.focus({ preventScroll: state.page === "lines" });
    showQuestion(place);
  });

  // Presses on something that moved under a resting pointer are ignored, and keys that are part of a text. In the card's first
  // moment style.css blocks presses, and until this has loaded no key answers.
  const approval = ask.kind === "approval";
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    root.current?.toggleAttribute("data-settling", true);
    void import("./acting.tsx").then((loaded) => {
      if (root.current === null || signal.aborted) return;
      loaded.guardPresses(root.current, { signal });
      const gate = loaded.guardKeys(root.current, { signal, onIgnored: () => ignore((count) => count + 1) });
      gate.changed({ approval });
      setActing({ ...loaded, gate });
    });
    return () => leaving.abort();
  }, [approval]);

  useEffect(() => {
    if (ignored === 0) return;
    const timer = setTimeout(() => ignore(0), ignoredMs);
    return () => clearTimeout(timer);
  }, [ignored]);

  // The next ask may come up, and what has the focus here goes, because the person has answered this one.
  useEffect(() => (phase === "sending" ? acting?.gate.expectMove() : undefined), [phase, acting]);

  useEffect(() => {
    if (over && inside.current && !root.current?.contains(document.activeElement)) root.current?.focus();
  }, [over]);

  const previewed = !approval && ask.questions.some(({ options }) => options.some(({ preview }) => preview));
  const within = previewed && !over && !hasSide(props);
  const beside = approval || previewed || ask.questions.length > 1 || toSaid(ask) !== "";

  const open = approval ? (
    <Suspense fallback={<p className="yc-body">Loading…</p>}>
      <ApprovalPart card={card} />
      {(state.page === "decline" || isAskingBack(card)) && <CardFooter card={card} />}
    </Suspense>
  ) : (
    <>
      <div className="yc-body">
        <Said card={card} />
        {ask.questions.map((_, index) => (
          <QuestionPart key={id(`${index}`)} card={card} index={index} />
        ))}
        {toCommented(card) && <LabelledField card={card} field="comment" label="Comment on the whole" />}
        {props.below}
      </div>
      <CardFooter card={card} />
    </>
  );

  const shown = (
    <section
      ref={root}
      className={part("card")}
      aria-label={ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ")}
      aria-busy={phase === "sending"}
      tabIndex={-1}
      data-kind={approval ? "approval" : ask.questions.length > 1 ? "several" : "one"}
      data-state={outcome === undefined ? (phase === "answering" ? "waiting" : phase) : outcome.status}
      data-page={over ? undefined : state.page}
      data-compact={props.compact}
      data-tab={within ? tab : undefined}
      onKeyDown={(event) => {
        if (acting === undefined && couldAnswer(event)) {
          event.preventDefault();
          ignore((count) => count + 1);
        } else if (!ended) acting?.onCardKey(event, card);
        else if (stays && event.key === "Escape") root.current?.focus();
      }}
      onFocus={({ target }) => {
        inside.current = true;
        answering.hold(true);
        if (isField(target)) setTypingIn(target.id);
        // What was pressed is where it was; what keys reach is brought into view.
        if (target.matches(":focus-visible")) showQuestion(target);
      }}
      onBlur={(event) => {
        // The window has lost the focus, or it has gone to what belongs to the field.
        if (document.activeElement === event.target || event.relatedTarget?.matches("[data-keeps]")) return;
        setTypingIn("");
        if (event.currentTarget.contains(event.relatedTarget)) return;
        inside.current = false;
        answering.hold(false);
      }}
    >
      <CardHead card={card} ended={over} />
      {within && <Tabs tab={tab} onTab={setTab} />}
      {outcome === undefined || stays ? (
        open
      ) : (
        // Until the code of the ended card has loaded, the open one stays, so that nothing moves.
        <Suspense fallback={open}>
          <EndedPart card={card} outcome={outcome} wasEnded={wasEnded} />
        </Suspense>
      )}
      {within && (
        <Suspense fallback={null}>
          <Previews card={card} />
        </Suspense>
      )}
    </section>
  );
  if (layout === undefined) return shown;
  // The side stays when the ask ends, so that the card does not move.
  const side = beside && hasSide(props) && (
    <Suspense fallback={null}>
      <AskSide card={card} ended={over} />
    </Suspense>
  );
  return layout({ card: shown, side: side || null });
}

/** Brings all of the question that has the focus into view if there is room, and the focus itself in any case. */
function showQuestion(place: Element | null): void {
  for (const part of [place?.closest(".yc-question"), place]) part?.scrollIntoView({ block: "nearest" });
}

/** Whether this is only text in a field. */
function isTyping(events: Parameters<ShownCard["act"]>[0]): boolean {
  return "type" in events && events.type === "set-text";
}

/** Switches between the card and its side on a phone, which has room for only one of them. */
function Tabs({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  return (
    <div className="yc-switch">
      {["Question", "Preview"].map((name) => (
        <button key={name} type="button" aria-pressed={tab === name} onClick={() => onTab(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** The ask after our answer was acknowledged, until the server's outcome arrives. */
function toOutcome({ end, act, at }: Sent, surface: string): Outcome {
  const { type, ...said } = end;
  return { status: type === "submitted" ? "answered" : "declined", ...said, by: { surface, act }, at } as Outcome;
}

/** Whether this can be shown as a card. Anything else is shown as raw text. */
function isShowable(value: unknown): value is CardAsk {
  const ask = value as Partial<CardAsk> | null | undefined;
  if (!Array.isArray(ask?.questions) || ask.questions.length === 0) return false;
  if (ask.kind === "approval" && typeof ask.approval?.tool !== "string") return false;
  return isTextOrNothing(ask.context) && ask.questions.every(isQuestion);
}

function isQuestion(value: unknown): boolean {
  // The kind with all the fields.
  const question = value as Partial<NumberQuestion> | null | undefined;
  return (
    typeof question?.question === "string" &&
    typeof question.header === "string" &&
    questionKinds.some((kind) => kind === question.kind) &&
    [question.unit, question.placeholder].every(isTextOrNothing) &&
    Array.isArray(question.options) &&
    question.options.every(
      (option) =>
        typeof option?.label === "string" && isTextOrNothing(option.description) && isTextOrNothing(option.preview),
    )
  );
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
