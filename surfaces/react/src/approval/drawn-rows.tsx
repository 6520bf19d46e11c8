import { createElement, Fragment, memo, type ReactNode, useEffect, useState } from "react";

// A browser draws this many rows in one frame without stopping the page.
const perFrame = 250;

/** How many of `wanted` rows to draw now: some at once, and more with every frame. */
export function useDrawn(wanted: number): number {
  const [drawn, draw] = useState(perFrame);
  useEffect(() => {
    if (drawn >= wanted) return;
    const next = requestAnimationFrame(() => draw(drawn + perFrame));
    return () => cancelAnimationFrame(next);
  }, [drawn, wanted]);
  return Math.min(drawn, wanted);
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
