import { toEarlierText } from "@yourcall/core/internal";
import type { ShownCard } from "../shown-card.ts";

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
