import { toChoiceEffect } from "../approval/choices.tsx";
import { QuietButton, SendButton } from "../buttons.tsx";
import { FooterLine, Kept } from "../card-footer.tsx";
import type { ShownCard } from "../shown-card.ts";
import { toMarksWords } from "./marked-lines.ts";

/** Below the lines: how much is marked, and the two answers that take it along. Nothing is sent before one of them is pressed. */
export function ReviewFooter({ card }: { card: ShownCard }) {
  const { state, part, lead, read, props, phase } = card;
  const { marks, ask } = state;
  if (card.ended)
    return (
      <div className={part("footer")} data-review="true">
        <Kept card={card} />
      </div>
    );
  const { count, acts } = toMarksWords(marks);
  const isReady = marks.length > 0 && props.offline !== true && props.count !== 0 && phase !== "sending";
  const canAllow = ask.questions[0]?.options.some((_, row) => toChoiceEffect(ask, row) === "allow-once") === true;
  const unread =
    read === null || state.seen ? undefined : `To approve, read to the end: ${read.lines} of ${read.of} lines seen`;
  return (
    <div className={part("footer")} data-review="true">
      <FooterLine card={card} instead={unread} />
      <p className="yc-sum">
        <b>{count || "No comments yet"}</b> {acts}
      </p>
      <div className="yc-actions">
        <QuietButton words="Back" onPress={() => lead([{ type: "leave-field" }, { type: "back" }])} />
        {canAllow && (
          <button
            type="button"
            className="yc-approve"
            aria-disabled={!isReady || !state.seen}
            onClick={({ detail }) => detail < 2 && lead({ type: "send-review", effect: "allow-once" })}
          >
            Approve with comments
          </button>
        )}
        <SendButton
          card={card}
          words="Ask for changes"
          ready={isReady}
          onPress={() => lead({ type: "send-review", effect: "deny" })}
        />
      </div>
    </div>
  );
}
