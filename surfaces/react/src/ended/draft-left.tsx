import { type Answering, toHeaderName, toOptionNames } from "@yourcall/core";
import { useRef } from "react";
import { CopyButton } from "../copy-button.tsx";
import type { ShownCard } from "../shown-card.ts";

/** Unsent text when another answer came first, to be copied. */
export function DraftLeft({ card }: { card: ShownCard }) {
  const text = toDraftText(card.state);
  const place = useRef<HTMLPreElement>(null);
  if (text === "") return null;
  return (
    <div className="yc-left">
      <div className="yc-actions">
        <span className="yc-hint">Your draft, not sent</span>
        <CopyButton text={text} place={place} />
      </div>
      <pre ref={place} className="yc-raw" dir="auto">
        {text}
      </pre>
    </div>
  );
}

/** Everything a person has chosen and typed, as plain text. */
function toDraftText({ ask, entries, comment, reason }: Answering): string {
  return entries
    .flatMap(({ picked, other, note, skipped }, index) => {
      const question = ask.questions[index];
      const names = question === undefined ? [] : toOptionNames(question, ask);
      const chosen = picked.flatMap((row) => names[row]?.name ?? []).join(", ");
      const header = toHeaderName(ask, index);
      return [
        [header, skipped ? "no preference" : chosen],
        [`${header}, own words`, other.text],
        [`${header}, note`, note.text],
      ];
    })
    .concat([
      ["Comment", comment.text],
      ["Why declined", reason.text],
    ])
    .flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
    .join("\n");
}
