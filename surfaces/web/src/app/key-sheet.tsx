import "./key-sheet.css";
import { useEffect, useRef } from "react";
import { KeyCap } from "./icon.tsx";

const keyList: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["j", "k"], does: "Next or previous question" },
  { keys: ["1", "…", "9"], does: "Choose that option; on an approval, move to it" },
  { keys: ["↑", "↓"], does: "Move between options, or rows of the list" },
  { keys: ["Enter"], does: "Choose the highlighted option; on an approval, press it" },
  { keys: ["Space"], does: "Tick or untick an option" },
  { keys: ["Ctrl", "Enter"], does: "Send; in the lines of a review, ask for changes" },
  { keys: ["l"], does: "Later" },
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
  { keys: ["g"], does: "Go to the session that asks" },
  { keys: ["PgUp", "PgDn"], does: "Scroll what is beside the question" },
  { keys: ["/"], does: "Filter the list" },
  { keys: ["Esc"], does: "Leave a field, or close" },
  { keys: ["?"], does: "Show this list" },
];

/** All keys, each with what it does. */
export function KeyTable() {
  return (
    <dl className="key-table">
      {keyList.map(({ keys, does }) => (
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
export function KeySheet({ onClose }: { onClose: () => void }) {
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
      <KeyTable />
      <p className="meta">
        They work anywhere on the page except in a text field. You can turn single letters off in Settings.
      </p>
    </dialog>
  );
}
