import { openQuestions, toOptionNames, unsentText } from "@yourcall/core";
import type { ShownCard } from "./shown-card.ts";

/** Below the questions: the comment, how far it has come, Decline and Send; or what has to be settled first. */
export function CardFooter({ card }: { card: ShownCard }) {
  const { state, part, id, act, lead, phase } = card;
  const count = state.ask.questions.length;
  const commented = state.comment.text !== "" || state.field === "comment";
  const quiet = (words: string, onClick: () => void, name?: string) => (
    <button type="button" className="yc-quiet" id={name && id(name)} onClick={onClick}>
      {words}
    </button>
  );
  return (
    <div className={part("footer")}>
      {commented ? (
        <label className="yc-labelled">
          Comment on the whole
          <textarea
            id={id("comment")}
            className={part("field")}
            dir="auto"
            rows={2}
            disabled={phase === "sending"}
            value={state.comment.text}
            onChange={(event) => act({ type: "set-text", field: "comment", text: event.target.value })}
          />
        </label>
      ) : (
        state.asking === null &&
        state.page !== "decline" && (
          <div className="yc-extras">
            {quiet("Comment", () => lead([{ type: "review" }, { type: "open", field: "comment" }]))}
          </div>
        )
      )}
      <p className="yc-notice" role="status">
        {phase === "sending" ? "Sending" : state.notice}
      </p>
      {state.asking !== null ? (
        <Asking card={card} quiet={quiet} />
      ) : state.page === "decline" ? (
        <Declining card={card} quiet={quiet} />
      ) : (
        <div className="yc-actions">
          <button
            type="button"
            className={part("decline")}
            disabled={phase === "sending"}
            onClick={() => lead([{ type: "open-decline" }, { type: "open", field: "reason" }])}
          >
            Decline
          </button>
          {count > 1 && (
            <span className="yc-hint yc-progress">
              {count - openQuestions(state).length} of {count} answered
            </span>
          )}
          <button
            type="button"
            id={id("send")}
            className={part("send")}
            aria-disabled={phase === "sending"}
            aria-busy={phase === "sending"}
            onClick={() => lead({ type: "send" })}
          >
            {phase === "sending" ? "Sending…" : count > 1 ? "Send answers" : "Send answer"}
          </button>
        </div>
      )}
    </div>
  );
}

type Quiet = (words: string, onClick: () => void, name?: string) => React.ReactNode;

/** The machine's own question, before anything is sent. */
function Asking({ card, quiet }: { card: ShownCard; quiet: Quiet }) {
  const { state, part, id, lead } = card;
  const [question, entry] = [state.ask.questions[state.at], state.entries[state.at]];
  const words = question && entry && unsentText(question, entry);
  const chosen = question && toOptionNames(question)[entry?.picked.indexOf(true) ?? -1]?.name;
  const skipping = state.asking === "skip";
  return (
    <div className="yc-asking">
      <p dir="auto">
        {skipping ? "Skip it? The agent hears that you have no preference." : `You also wrote “${words}”.`}
      </p>
      <div className="yc-actions">
        {quiet("Back", () => lead({ type: "back" }))}
        {skipping
          ? quiet("Decline instead", () => lead([{ type: "open-decline" }, { type: "open", field: "reason" }]))
          : quiet("Add it as a note", () => lead({ type: "add-as-note" }))}
        <button type="button" id={id("asking")} className={part("send")} onClick={() => lead({ type: "enter" })}>
          {skipping ? "Skip" : `Send ${chosen} only`}
        </button>
      </div>
    </div>
  );
}

function Declining({ card, quiet }: { card: ShownCard; quiet: Quiet }) {
  const { state, part, id, act, lead, phase } = card;
  return (
    <div className="yc-asking">
      <label className="yc-labelled">
        The agent is told that you declined, and why if you say so.
        <textarea
          id={id("reason")}
          className={part("field")}
          dir="auto"
          rows={2}
          disabled={phase === "sending"}
          value={state.reason.text}
          onChange={(event) => act({ type: "set-text", field: "reason", text: event.target.value })}
        />
      </label>
      <div className="yc-actions">
        {quiet("Keep answering", () => lead([{ type: "leave-field" }, { type: "back" }]))}
        <button
          type="button"
          className={part("send")}
          data-tone="danger"
          aria-disabled={phase === "sending"}
          onClick={() => lead({ type: "decline" })}
        >
          {phase === "sending" ? "Declining…" : "Decline"}
        </button>
      </div>
    </div>
  );
}
