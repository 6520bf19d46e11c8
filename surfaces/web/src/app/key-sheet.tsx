import "./key-sheet.css";
import { useEffect, useRef } from "react";
import { KeyCap } from "./icon.tsx";

/** The pages whose keys differ. */
type KeyPage = "waiting" | "sessions";

const keyList: readonly { keys: readonly string[]; does: string; on?: KeyPage }[] = [
  { keys: ["j", "k"], does: "Next or previous question", on: "waiting" },
  { keys: ["j", "k"], does: "Next or previous session", on: "sessions" },
  { keys: ["g"], does: "Go to the session that asks", on: "waiting" },
  { keys: ["g"], does: "Next session that needs you", on: "sessions" },
  { keys: ["1", "…", "9"], does: "Choose that option; on an approval, move to it" },
  { keys: ["0"], does: "None of these" },
  { keys: ["↑", "↓"], does: "Move between options, or rows of the list" },
  { keys: ["Enter"], does: "Choose the highlighted option; on an approval, press it" },
  { keys: ["Space"], does: "Tick or untick an option" },
  { keys: ["Ctrl", "Enter"], does: "Send; in the lines of a review, ask for changes" },
  { keys: ["Enter"], does: "In the message: send it, or answer in your own words", on: "sessions" },
  { keys: ["Shift", "Enter"], does: "In the message: a new line", on: "sessions" },
  { keys: ["l"], does: "Later", on: "waiting" },
  { keys: ["x"], does: "Decline" },
  { keys: ["n"], does: "Add a note" },
  { keys: ["p"], does: "Add a picture" },
  { keys: ["e"], does: "Change what will run, then allow it once" },
  { keys: ["r"], does: "Review a plan or a change line by line" },
  { keys: ["j", "k", "J", "K"], does: "In its lines: move, select more" },
  { keys: ["c", "d", "r", "x"], does: "In its lines: comment, strike out, replace, remove" },
  { keys: ["b"], does: "Ask the agent something before you decide" },
  { keys: ["s"], does: "Skip" },
  { keys: ["o"], does: "Other: your own answer" },
  { keys: ["c"], does: "Comment on the whole" },
  { keys: ["PgUp", "PgDn"], does: "Scroll what is beside the question", on: "waiting" },
  { keys: ["PgUp", "PgDn"], does: "Scroll the conversation", on: "sessions" },
  { keys: ["/"], does: "Filter the list" },
  { keys: ["Esc"], does: "Leave a field, or close" },
  { keys: ["?"], does: "Show this list" },
];

/** All keys of a page, each with what it does. */
export function KeyTable({ on }: { on: KeyPage }) {
  return (
    <dl className="key-table">
      {keyList
        .filter((each) => (each.on ?? on) === on)
        .map(({ keys, does }) => (
          <div key={does} className="line fine">
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
              <span className="unseen">{keys.join(" ")}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The sheet behind `?`. The browser gives the focus back when it closes. */
export default function KeySheet({ on, onClose }: { on: KeyPage; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="sheet panel"
      aria-labelledby="keys-title"
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === "?") dialog.current?.close();
      }}
    >
      <header className="line">
        <h2 id="keys-title">Keys</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <KeyTable on={on} />
      <p className="meta">
        They work anywhere on the page except in a text field. You can turn single letters off in Settings.
      </p>
    </dialog>
  );
}
