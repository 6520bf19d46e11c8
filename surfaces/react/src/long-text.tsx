import { createElement, useMemo, useState } from "react";
import { useDrawn } from "./approval/drawn-rows.tsx";
import { QuietButton } from "./buttons.tsx";

// A browser draws a chunk in one frame without stopping the page. More than the first ones would slow it down.
const [longestChunk, mostChunks] = [10_000, 10];

/** Preformatted text of any length, drawn frame by frame: its first part, and the rest on request. */
export function LongText({ text }: { text: string }) {
  const chunks = useMemo(() => toChunks(text), [text]);
  const [all, showAll] = useState(false);
  const most = all ? chunks.length : Math.min(chunks.length, mostChunks);
  const drawn = useDrawn(most);
  const hidden = chunks.slice(most).reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      {createElement("pre", null, ...chunks.slice(0, drawn).map((chunk) => createElement("div", null, chunk)))}
      {hidden > 0 && (
        <p>
          {hidden} more characters are not shown. <QuietButton words="Show them" onPress={() => showAll(true)} />
        </p>
      )}
    </>
  );
}

/** Ends each chunk at a line break if it has one. */
function toChunks(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + longestChunk;
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end - 1);
      if (line >= at) end = line + 1;
      // Not between the two halves of a character.
      else if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end -= 1;
    }
    chunks.push(text.slice(at, end));
    at = end;
  }
  return chunks;
}
