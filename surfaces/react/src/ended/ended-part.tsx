import type { Outcome } from "@yourcall/core";
import { useEffect, useState } from "react";
import { Said } from "../card-head.tsx";
import type { ShownCard } from "../shown-card.ts";
import { DraftLeft } from "./draft-left.tsx";
import { EndLine } from "./end-line.tsx";
import { EndedQuestion } from "./ended-question.tsx";

/** An ask that has ended: what was chosen, what was typed here and not sent, and how it ended. */
export default function EndedPart({
  card,
  outcome,
  wasEnded,
}: {
  card: ShownCard;
  outcome: Outcome;
  /** The card never showed it open. */
  wasEnded: boolean;
}) {
  const { layout, ask, surface = "card" } = card.props;
  const folded = useFolded(card.id("ended"), wasEnded);
  const by = "by" in outcome ? outcome.by : undefined;
  // A named person on the same surface may be at another screen.
  const own = by?.surface === surface && (card.phase === "sent" || (by.user ?? by.token?.name) === undefined);
  // Our own outcome may arrive before its acknowledgement.
  const typed = card.touched && card.phase !== "sent" && !(card.phase === "sending" && own);
  return (
    <>
      <div className="yc-body" id={card.id("ended")}>
        {layout === undefined && <Said card={card} />}
        {ask.questions.map((_, index) => (
          <EndedQuestion key={card.id(`${index}`)} card={card} index={index} outcome={outcome} folded={folded} />
        ))}
        {typed && <DraftLeft card={card} />}
      </div>
      <EndLine outcome={outcome} card={card} own={own} typed={typed} />
    </>
  );
}

/** An ended card folds once pointer and focus have left it, so that nothing moves under the pointer. */
function useFolded(id: string, wasEnded: boolean): boolean {
  const [folded, fold] = useState(wasEnded);
  useEffect(() => {
    if (folded) return;
    const look = () =>
      fold(document.getElementById(id)?.closest(".yc-card")?.matches(":hover, :focus-within") !== true);
    look();
    const leaving = new AbortController();
    for (const type of ["pointerover", "focusin", "focusout"])
      document.addEventListener(type, () => setTimeout(look), leaving);
    return () => leaving.abort();
  }, [id, folded]);
  return folded;
}
