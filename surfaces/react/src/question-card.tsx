import { type Outcome, toHeaderName } from "@yourcall/core";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Boundary } from "./boundary.tsx";
import { CardFooter } from "./card-footer.tsx";
import { CardHead, Said } from "./card-head.tsx";
import type { CardAsk, CardProps } from "./card-props.ts";
import { LabelledField } from "./field.tsx";
import { onCardKey } from "./on-card-key.ts";
import { QuestionPart } from "./question-part.tsx";
import { type ShownCard, toCommented, toFocused, toParts } from "./shown-card.ts";
import { type Sent, toAskKey, useAnswering } from "./use-answering.ts";
import { useHostScheme } from "./use-host-scheme.ts";

// Few asks need these, so their code is loaded on demand.
const ApprovalPart = lazy(() => import("./approval/approval-part.tsx"));
const AskSide = lazy(() => import("./ask-side.tsx"));
const EndedPart = lazy(() => import("./ended/ended-part.tsx"));
const Previews = lazy(() => import("./previews.tsx"));
const RawCard = lazy(() => import("./raw-card.tsx"));

/**
 * A card that shows one ask and collects the answer. It needs `@yourcall/react/style.css`. It never takes the focus by itself,
 * and shows an answer as sent only once `onSubmit` has resolved.
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
  const { state, phase, sent, act } = answering;
  const outcome = ask.outcome ?? (sent === null ? undefined : toOutcome(sent, surface));
  const root = useRef<HTMLElement>(null);
  const inside = useRef(false);
  const leading = useRef(false);
  const [wasEnded] = useState(outcome !== undefined);
  const [read, onRead] = useState<ShownCard["read"]>(null);
  const [tab, setTab] = useState("Question");
  const ended = outcome !== undefined;
  useHostScheme(root);

  const part = toParts(props.classNames);
  const id = (name: string) => `${prefix}-${name}`;
  const card: ShownCard = {
    ...answering,
    ...{ props, part, id, read, onRead },
    lead(events, how) {
      leading.current = true;
      act(events, how);
    },
  };

  useEffect(() => {
    if (!leading.current) return;
    leading.current = false;
    if (state.end === null) (document.getElementById(id(toFocused(state))) ?? root.current)?.focus();
  });

  // Presses on something that moved under a resting pointer are ignored. In the card's first moment style.css blocks presses.
  useEffect(() => {
    const leaving = new AbortController();
    void import("./press-guard.ts").then(({ guardPresses }) => {
      if (root.current !== null) guardPresses(root.current, { signal: leaving.signal });
    });
    return () => leaving.abort();
  }, []);

  useEffect(() => {
    if (ended && inside.current && !root.current?.contains(document.activeElement)) root.current?.focus();
  }, [ended]);

  const approval = ask.kind === "approval";
  const previewed = !approval && ask.questions.some(({ options }) => options.some(({ preview }) => preview));
  const within = previewed && !ended && layout === undefined;
  const beside = approval || previewed || ask.questions.length > 1 || (ask.context ?? "").trim() !== "";

  const open = approval ? (
    <Suspense fallback={<p className="yc-body">Loading…</p>}>
      <ApprovalPart card={card} />
      {state.page === "decline" && <CardFooter card={card} />}
    </Suspense>
  ) : (
    <>
      <div className="yc-body">
        {layout === undefined && <Said card={card} />}
        {ask.questions.map((_, index) => (
          <QuestionPart key={id(`${index}`)} card={card} index={index} />
        ))}
        {toCommented(state) && <LabelledField card={card} field="comment" label="Comment on the whole" />}
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
      data-tab={within ? tab : undefined}
      onKeyDown={(event) => {
        if (!ended) onCardKey(event, card);
      }}
      onFocus={() => {
        inside.current = true;
        answering.hold(true);
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        inside.current = false;
        answering.hold(false);
      }}
    >
      <CardHead card={card} ended={ended} />
      {within && <Tabs tab={tab} onTab={setTab} />}
      {outcome === undefined ? (
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
  const side = beside && (
    <Suspense fallback={null}>
      <AskSide card={card} ended={ended} />
    </Suspense>
  );
  return layout({ card: shown, side: side || null });
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
  const question = value as Partial<CardAsk["questions"][number]> | null | undefined;
  return (
    typeof question?.question === "string" &&
    typeof question.header === "string" &&
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
