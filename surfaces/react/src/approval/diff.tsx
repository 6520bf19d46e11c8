import { type FileEdit, revealText } from "@yourcall/core";
import { createElement, Fragment, type ReactNode, useEffect, useMemo } from "react";
import { DrawnRows, useDrawn } from "./drawn-rows.tsx";
import { countChanges, type DiffLine, toDiffs } from "./shown-diff.ts";

const signs = { same: " ", add: "+", del: "−" };

export interface DiffSize {
  lines: number;
  /** Fewer than the lines if blank ones are counted instead of drawn. */
  rows: number;
  words: string;
}

/** What would change in each file, line by line: the first `most` rows, or all. */
export default function Diff({
  edits,
  most = Infinity,
  onReady,
}: {
  edits: FileEdit[];
  most?: number;
  onReady?: (size: DiffSize) => void;
}) {
  const shown = useMemo(() => toDiffs(edits), [edits]);
  // An edit without lines is drawn too.
  const rows = useMemo(() => shown.reduce((sum, lines) => sum + Math.max(1, lines.length), 0), [shown]);
  const drawn = useDrawn(Math.min(most, rows));
  useEffect(() => {
    const { added, removed } = countChanges(shown);
    const lines = shown.reduce((sum, each) => each.reduce((count, { blank = 1 }) => count + blank, sum), 0);
    const words = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(" ");
    onReady?.({ lines, rows, words });
  }, [shown, rows, onReady]);
  const several = useMemo(() => new Set(edits.map(({ path }) => path)).size > 1, [edits]);
  const blocks: ReactNode[] = [];
  let left = drawn;
  for (const [at, lines] of shown.entries()) {
    if (left <= 0) break;
    blocks.push(
      <div className="yc-diff" data-whole={edits[at]?.before === null} key={blocks.length}>
        {several && <p className="yc-path">{revealText(edits[at]?.path ?? "")}</p>}
        <DrawnRows rows={lines} toRow={toLine} count={left} />
      </div>,
    );
    left -= Math.max(1, lines.length);
  }
  return createElement(Fragment, null, ...blocks);
}

function toLine({ kind, text, number, pieces, blank }: DiffLine): ReactNode {
  return (
    <div className="yc-ln" data-kind={kind}>
      {number !== undefined && <i>{number}</i>}
      <u>{signs[kind]}</u>
      {blank !== undefined ? (
        <span className="yc-blank">{blank} blank lines</span>
      ) : (
        createElement(
          "span",
          null,
          ...(pieces?.map(({ text, changed }) => (changed ? createElement("mark", null, text) : text)) ?? [text]),
        )
      )}
    </div>
  );
}
