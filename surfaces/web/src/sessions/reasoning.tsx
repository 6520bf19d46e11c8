import type { TranscriptEntry } from "@yourcall/client";
import Markdown from "@yourcall/react/markdown";
import { useState } from "react";
import { Icon } from "../app/icon.tsx";

/** What the model thought, folded and dim. */
export function Reasoning({ entry }: { entry: TranscriptEntry & { type: "reasoning" } }) {
  const [unfolded, unfold] = useState(false);
  return (
    <details className="reasoning" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>
        <Icon name="more" />
        {toThoughtWords(entry)}
      </summary>
      {unfolded && <Markdown text={entry.text} />}
    </details>
  );
}

function toThoughtWords({ open, at, endedAt }: TranscriptEntry & { type: "reasoning" }): string {
  if (open === true) return "Thinking…";
  const seconds = endedAt === undefined ? 0 : Math.round((Date.parse(endedAt) - Date.parse(at)) / 1000);
  if (seconds < 1) return "Thought";
  return seconds < 60 ? `Thought for ${seconds} s` : `Thought for ${Math.round(seconds / 60)} min`;
}
