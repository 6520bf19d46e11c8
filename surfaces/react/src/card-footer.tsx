import { openQuestions, toOptionNames, unsentText } from "@yourcall/core";
import { QuietButton, SendButton } from "./buttons.tsx";
import { LabelledField } from "./field.tsx";
import { toNoticeText } from "./notice-text.ts";
import { type ShownCard, toCommented } from "./shown-card.ts";

/** Below the questions: the comment, the progress, Decline and Send; or a confirmation. */
export function CardFooter({ card }: { card: ShownCard }) {
  const { state, part, act, lead, phase } = card;
  const count = state.ask.questions.length;
  const sending = phase === "sending";
  return (
    <div className={part("footer")}>
      {toCommented(state) && (
        <LabelledField
          card={card}
          name="comment"
          label="Comment on the whole"
          text={state.comment.text}
          onWrite={(text) => act({ type: "set-text", field: "comment", text })}
        />
      )}
      <p className="yc-notice" role="status">
        {sending ? "Sending" : state.notice && toNoticeText(state.notice)}
      </p>
      {state.asking !== null ? (
        <Asking card={card} />
      ) : state.page === "decline" ? (
        <Declining card={card} />
      ) : (
        <div className="yc-actions">
          <button type="button" className={part("decline")} disabled={sending} onClick={() => lead(openDecline)}>
            Decline
          </button>
          {count > 1 && (
            <span className="yc-hint">
              {count - openQuestions(state).length} of {count} answered
            </span>
          )}
          <SendButton
            card={card}
            name="send"
            words={count > 1 ? "Send answers" : "Send answer"}
            onPress={() => lead({ type: "send" })}
          />
        </div>
      )}
    </div>
  );
}

const openDecline = [{ type: "open-decline" }, { type: "open", field: "reason" }] as const;

/** The machine's own question, before anything is sent. */
function Asking({ card }: { card: ShownCard }) {
  const { state, lead } = card;
  const [question, entry] = [state.ask.questions[state.at], state.entries[state.at]];
  const words = question && entry && unsentText(question, entry);
  const chosen = question && toOptionNames(question)[entry?.picked[0] ?? -1]?.name;
  const skipping = state.asking === "skip";
  return (
    <div className="yc-asking">
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
    </div>
  );
}

function Declining({ card }: { card: ShownCard }) {
  const { state, act, lead } = card;
  return (
    <div className="yc-asking">
      <LabelledField
        card={card}
        name="reason"
        label="The agent is told that you declined, and why if you give a reason."
        text={state.reason.text}
        onWrite={(text) => act({ type: "set-text", field: "reason", text })}
      />
      <div className="yc-actions">
        <QuietButton words="Keep answering" onPress={() => lead([{ type: "leave-field" }, { type: "back" }])} />
        <SendButton card={card} tone="danger" words="Decline" onPress={() => lead({ type: "decline" })} />
      </div>
    </div>
  );
}
