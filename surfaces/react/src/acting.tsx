import { toOptionNames } from "@yourcall/core";
import { unsentText } from "@yourcall/core/internal";
import type { ReactNode } from "react";
import { QuietButton, SendButton, toCounted } from "./buttons.tsx";
import { Kept, openDecline, toSaid } from "./card-footer.tsx";
import { LabelledField } from "./field.tsx";
import type { ShownCard } from "./shown-card.ts";

// What a card needs once a person can act in it: before this has loaded, no key and no press answers.
export { guardKeys, type KeyGate } from "./guard-keys.ts";
export { toNoticeText } from "./notice-text.ts";
export { onCardKey, toFocused } from "./on-card-key.ts";
export { guardPresses, type PressGuard } from "./press-guard.ts";

/** In place of the buttons: the machine's own question before it sends, the reason of a decline, or a question to the agent. */
export function Confirming({ card }: { card: ShownCard }) {
  const { state, lead } = card;
  if (state.asking !== null) return <Asking card={card} />;
  if (state.page === "decline")
    return (
      <LastWords
        card={card}
        field="reason"
        label="The agent is told that you declined, and why if you give a reason."
        onBack={() => lead([{ type: "leave-field" }, { type: "back" }])}
      >
        <SendButton
          card={card}
          tone="danger"
          words={toCounted("Decline", card.props.count)}
          onPress={() => lead({ type: "decline" })}
        />
      </LastWords>
    );
  return (
    <LastWords
      card={card}
      field="asked"
      label="The agent is asked this. It replies, and asks you again."
      onBack={() => lead({ type: "leave-field" })}
    >
      <SendButton
        card={card}
        words="Ask back"
        ready={state.asked.text.trim() !== ""}
        onPress={() => lead([{ type: "open", field: "asked" }, { type: "ask-back" }])}
      />
    </LastWords>
  );
}

function Asking({ card }: { card: ShownCard }) {
  const { state, lead } = card;
  const [question, entry] = [state.ask.questions[state.at], state.entries[state.at]];
  const words = question && entry && unsentText(question, entry);
  const chosen = question && toOptionNames(question)[entry?.picked[0] ?? -1]?.name;
  const skipping = state.asking === "skip";
  return (
    <>
      <p dir="auto">
        {skipping ? "Skip it? The agent is told that you have no preference." : `You also wrote “${words}”.`}
      </p>
      <div className="yc-actions">
        <QuietButton words="Back" onPress={() => lead({ type: "back" })} />
        {skipping ? (
          <QuietButton words="Decline instead" onPress={() => lead(openDecline)} />
        ) : (
          <QuietButton words="Add it as a note" onPress={() => lead({ type: "add-as-note" })} />
        )}
        <SendButton
          card={card}
          name="asking"
          words={skipping ? "Skip" : `Send ${chosen} only`}
          onPress={() => lead({ type: "enter" })}
        />
      </div>
    </>
  );
}

/** A field for the agent, and a way back. */
function LastWords({
  card,
  field,
  label,
  onBack,
  children,
}: {
  card: ShownCard;
  field: "reason" | "asked";
  label: string;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <LabelledField card={card} field={field} label={label} />
      {card.ended ? (
        <Kept card={card} />
      ) : (
        <>
          <p className="yc-line" role="status" data-tone="warning">
            {card.phase === "failed" ? card.failure : toSaid(card)}
          </p>
          <div className="yc-actions">
            <QuietButton words="Keep answering" onPress={onBack} />
            {children}
          </div>
        </>
      )}
    </>
  );
}
