import type { Outcome } from "@yourcall/core";
import { Said } from "../card-head.tsx";
import type { ShownCard } from "../shown-card.ts";
import { DraftLeft } from "./draft-left.tsx";
import { EndLine } from "./end-line.tsx";
import { EndedQuestion } from "./ended-question.tsx";

/** An ask that has ended: what was chosen, what was typed here and not sent, and how it ended. */
export default function EndedPart({
  card,
  outcome,
  own,
  typed,
  folded,
}: {
  card: ShownCard;
  outcome: Outcome;
  /** It was answered on this surface. */
  own: boolean;
  /** Somebody was filling it in here. */
  typed: boolean;
  folded: boolean;
}) {
  const { layout, ask } = card.props;
  return (
    <>
      <div className="yc-body">
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
