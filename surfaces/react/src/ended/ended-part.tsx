import type { Outcome } from "@yourcall/core";
import { useEffect, useRef, useState } from "react";
import { Said } from "../card-head.tsx";
import { CopyButton } from "../copy-button.tsx";
import type { ShownCard } from "../shown-card.ts";
import { toDraftText } from "./draft-text.ts";
import { EndLine, isOwn } from "./end-line.tsx";
import { EndedQuestion } from "./ended-question.tsx";

/** An ask that has ended: what was chosen, what was typed here and not sent, and how it ended. */
export default function EndedPart({
  card,
  outcome,
  wasEnded,
}: {
  card: ShownCard;
  outcome: Outcome;
  /** Whether the ask had already ended when the card was first shown. */
  wasEnded: boolean;
}) {
  const { ask, draft } = card.props;
  const folded = useFolded(card.id("ended"), wasEnded);
  // The outcome may arrive before the reply to what was sent.
  const typed = card.touched && !card.sentHere && card.phase !== "sending";
  // What was typed before the card was closed and opened again.
  const left = typed || (wasEnded && draft !== undefined);
  return (
    <>
      <div className="yc-body" id={card.id("ended")}>
        <Said card={card} />
        {ask.questions.map((_, index) => (
          <EndedQuestion key={card.id(`${index}`)} card={card} index={index} outcome={outcome} folded={folded} />
        ))}
        {left && <DraftLeft card={card} />}
      </div>
      <EndLine outcome={outcome} card={card} own={isOwn(card, outcome)} doing={typed ? toDoing(card) : undefined} />
    </>
  );
}

function toDoing({ state: { entries, comment, reason } }: ShownCard): "typing" | "choosing" {
  const fields = [comment, reason, ...entries.flatMap(({ other, note }) => [other, note])];
  return fields.some(({ text }) => text !== "") ? "typing" : "choosing";
}

/** An ended card folds once pointer and focus have left it and no press is under way, so that nothing moves under the pointer. */
function useFolded(id: string, wasEnded: boolean): boolean {
  const [folded, fold] = useState(wasEnded);
  useEffect(() => {
    if (folded) return;
    let pressed = false;
    const look = () =>
      fold(!pressed && document.getElementById(id)?.closest(".yc-card")?.matches(":hover, :focus-within") !== true);
    look();
    const leaving = new AbortController();
    for (const type of ["pointerover", "focusin", "focusout", "pointerdown", "pointerup", "pointercancel"])
      document.addEventListener(
        type,
        () => {
          if (!/over|focus/.test(type)) pressed = type === "pointerdown";
          setTimeout(look);
        },
        leaving,
      );
    return () => leaving.abort();
  }, [id, folded]);
  return folded;
}

/** Text that was not sent because another answer came first, offered for copying. */
function DraftLeft({ card }: { card: ShownCard }) {
  const text = toDraftText(card.state);
  const place = useRef<HTMLPreElement>(null);
  if (text === "") return null;
  return (
    <div className="yc-left">
      <div className="yc-actions">
        <span className="yc-hint">Your draft, not sent</span>
        <CopyButton text={() => text} place={place} />
      </div>
      <pre ref={place} className="yc-raw" dir="auto">
        {text}
      </pre>
    </div>
  );
}
