import { createElement, Fragment, memo, type ReactNode, useEffect, useState } from "react";

// A browser draws this many rows, and this many characters, in one frame without stopping the page.
const [perFrame, lengthPerFrame] = [250, 30_000];
/** Layout takes as long as its longest row, so a longer line is several rows. */
const longestRow = 2000;
/** More would slow down the browser; the rest is shown on request. */
export const mostFrames = 12;

/** A line that is too long for one row in pieces, cut between characters; undefined for any other. */
export function toPieces(line: string): string[] | undefined {
  return line.length <= longestRow ? undefined : (line.match(longRow) ?? undefined);
}
const longRow = new RegExp(`[^]{1,${longestRow}}`, "gu");

/** The number of rows that are drawn with the first frame, with the second, and so on, up to `most` frames. */
export function toFrames(rows: readonly { text: string }[], most: number): number[] {
  const ends: number[] = [];
  let [from, length] = [0, 0];
  let at = 0;
  for (const { text } of rows) {
    if (at - from === perFrame || (length + text.length > lengthPerFrame && at > from)) {
      ends.push(at);
      if (ends.length >= most) return ends;
      from = at;
      length = 0;
    }
    length += text.length;
    at += 1;
  }
  return rows.length === 0 ? ends : [...ends, rows.length];
}

/** How many of `frames` to draw now: one at once, and one more with every frame. */
export function useDrawn(frames: number): number {
  const [drawn, draw] = useState(1);
  useEffect(() => {
    if (drawn >= frames) return;
    const next = requestAnimationFrame(() => draw(drawn + 1));
    return () => cancelAnimationFrame(next);
  }, [drawn, frames]);
  return Math.min(drawn, frames);
}

interface RowsProps<Row> {
  rows: readonly Row[];
  toRow: (row: Row) => ReactNode;
}

/** The first `count` rows, in blocks that are not drawn again while more are added, unless `rows` or `toRow` change. */
export function DrawnRows<Row>({ rows, toRow, count }: RowsProps<Row> & { count: number }): ReactNode {
  const end = Math.min(count, rows.length);
  const blocks = Array.from({ length: Math.ceil(end / perFrame) }, (_, at) =>
    createElement(Block as typeof DrawnBlock<Row>, {
      ...{ rows, toRow, from: at * perFrame },
      to: Math.min(end, (at + 1) * perFrame),
    }),
  );
  return createElement(Fragment, null, ...blocks);
}

// Rows are spread as children, since they have no id to use as a key and never move.
function DrawnBlock<Row>({ rows, toRow, from, to }: RowsProps<Row> & { from: number; to: number }): ReactNode {
  return createElement("div", null, ...rows.slice(from, to).map(toRow));
}

const Block = memo(DrawnBlock);
