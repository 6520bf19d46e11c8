import { useEffect } from "react";
import { QuietButton, SendButton } from "./buttons.tsx";
import { Kept, toSaid } from "./card-footer.tsx";
import { LabelledField } from "./field.tsx";
import type { ShownCard } from "./shown-card.ts";

/** A question to the agent. It is no answer: the agent replies, and asks again. */
export default function AskingBack({ card }: { card: ShownCard }) {
  const { lead } = card;
  const field = card.id("asked");
  // The person has just opened it, and its code may have come only now.
  useEffect(() => document.getElementById(field)?.focus(), [field]);
  return (
    <>
      <LabelledField card={card} field="asked" label="The agent is asked this. It replies, and asks you again." />
      {card.ended ? (
        <Kept card={card} />
      ) : (
        <>
          <p className="yc-line" role="status" data-tone="warning">
            {card.phase === "failed" ? card.failure : toSaid(card)}
          </p>
          <div className="yc-actions">
            <QuietButton words="Keep answering" onPress={() => lead({ type: "leave-field" })} />
            <SendButton
              card={card}
              words="Ask back"
              ready={card.state.asked.text.trim() !== ""}
              onPress={() => lead([{ type: "open", field: "asked" }, { type: "ask-back" }])}
            />
          </div>
        </>
      )}
    </>
  );
}
