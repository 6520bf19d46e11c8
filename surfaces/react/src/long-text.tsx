import { createElement, memo, type ReactNode, useMemo, useState } from "react";
import { Hidden, useDrawn } from "./approval/drawn-frames.tsx";

// A browser draws a chunk in one frame without stopping the page. Many of them would slow it down.
const [longestChunk, chunksAtOnce] = [10_000, 10];

/**
 * Preformatted text of any length, drawn frame by frame: its first part, and more on request.
 *
 * @example
 * import { LongText } from "@yourcall/react/markdown";
 * const log = <LongText text={"line\n".repeat(100_000)} />;
 */
export function LongText({ text, toShown = (chunk) => chunk }: { text: string; toShown?: (chunk: string) => string }) {
  const chunks = useMemo(() => toChunks(text), [text]);
  const [most, setMost] = useState(chunksAtOnce);
  const wanted = Math.min(chunks.length, most);
  const drawn = useDrawn(wanted);
  const length = chunks.slice(wanted).reduce((sum, { length }) => sum + length, 0);
  // Spread as children, since chunks have no id to use as a key and never move.
  const draw = (text: string) => createElement(Chunk, { text, toShown });
  return (
    <>
      {createElement("pre", null, ...chunks.slice(0, drawn).map(draw))}
      {length > 0 && (
        <p>
          <Hidden hidden={{ lines: 0, length }} onMore={() => setMost(most + chunksAtOnce)} />
        </p>
      )}
    </>
  );
}

const Chunk = memo(function Chunk({ text, toShown }: { text: string; toShown: (chunk: string) => string }): ReactNode {
  return <div>{toShown(text)}</div>;
});

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
