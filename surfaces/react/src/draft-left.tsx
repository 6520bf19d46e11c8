import { type Answering, toDraft, toHeaderName, toOptionNames } from "@yourcall/core";
import { useRef, useState } from "react";
import type { ShownCard } from "./shown-card.ts";

/** What somebody had filled in here when another answer came first, to be copied. */
export function DraftLeft({ card }: { card: ShownCard }) {
  const text = toDraftText(card.state);
  const place = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  if (text === "") return null;
  function copy(): void {
    const select = () => place.current && getSelection()?.selectAllChildren(place.current);
    // Not every page may write to the clipboard; what is selected can be copied by hand.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => setCopied(true), select);
  }
  return (
    <div className="yc-left">
      <div className="yc-actions">
        <span className="yc-hint">Your draft, not sent</span>
        <button type="button" className="yc-quiet" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </button>
      </div>
      <pre ref={place} className="yc-raw" dir="auto">
        {text}
      </pre>
    </div>
  );
}

/** Everything a person has chosen and typed, as plain text. */
export function toDraftText(state: Answering): string {
  const { entries, comment, reason } = toDraft(state);
  const lines = entries.flatMap(({ selectedOptions, other, note, skipped }, index) => {
    const question = state.ask.questions[index];
    const names = question === undefined ? [] : toOptionNames(question, state.ask.kind);
    const picked = names.filter((_, row) => selectedOptions.includes(question?.options[row]?.label ?? ""));
    const parts = [...picked.map(({ name }) => name), ...(skipped ? ["no preference"] : []), ...(other ? [other] : [])];
    const header = toHeaderName(state.ask, index);
    return [
      ...(parts.length > 0 ? [`${header}: ${parts.join(", ")}`] : []),
      ...(note ? [`${header}, note: ${note}`] : []),
    ];
  });
  return [...lines, ...(comment ? [`Comment: ${comment}`] : []), ...(reason ? [`Why declined: ${reason}`] : [])].join(
    "\n",
  );
}
