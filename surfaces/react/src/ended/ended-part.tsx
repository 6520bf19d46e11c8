import type { Outcome } from "@yourcall/core";
import { type Answering, toHeaderName, toOptionNames } from "@yourcall/core";
import { useEffect, useRef, useState } from "react";
import { Said } from "../card-head.tsx";
import { CopyButton } from "../copy-button.tsx";
import type { ShownCard } from "../shown-card.ts";
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
  /** Whether the ask had already ended when the card was first shown. */
  wasEnded: boolean;
}) {
  const { layout, ask, surface = "card" } = card.props;
  const folded = useFolded(card.id("ended"), wasEnded);
  const by = "by" in outcome ? outcome.by : undefined;
  // An answer with a person's name, even on the same surface, may come from another screen.
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

/** Everything a person has chosen and typed, as plain text. */
function toDraftText({ ask, entries, comment, reason }: Answering): string {
  return entries
    .flatMap(({ picked, other, note, skipped }, index) => {
      const question = ask.questions[index];
      const names = question === undefined ? [] : toOptionNames(question, ask);
      const chosen = picked.flatMap((row) => names[row]?.name ?? []).join(", ");
      const header = toHeaderName(ask, index);
      return [
        [header, skipped ? "no preference" : chosen],
        [`${header}, own words`, other.text],
        [`${header}, note`, note.text],
      ];
    })
    .concat([
      ["Comment", comment.text],
      ["Why declined", reason.text],
    ])
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join("\n");
}
