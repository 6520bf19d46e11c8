import { type FileEdit, revealText } from "@yourcall/core";
import { createElement, Fragment, type ReactNode, useEffect, useMemo } from "react";
import { DrawnRows, toFrames, useDrawn } from "./drawn-rows.tsx";
import { countChanges, type DiffLine, toDiffs } from "./shown-diff.ts";

const signs = { same: " ", add: "+", del: "−" };

export interface DiffSize {
  lines: number;
  /** Fewer than the lines if blank ones are counted instead of drawn, more if long ones are drawn in pieces. */
  rows: number;
  drawn: number;
  loading: boolean;
  words: string;
}

/** What would change in each file, line by line: what is drawn in the first `most` frames, or all. */
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
  const all = useMemo(() => shown.flatMap((lines) => (lines.length === 0 ? [{ text: "" }] : lines)), [shown]);
  const frames = useMemo(() => toFrames(all, most), [all, most]);
  const at = useDrawn(frames.length);
  const drawn = frames[at - 1] ?? 0;
  const size = useMemo(() => {
    const { added, removed, lines } = countChanges(shown);
    return { lines, words: [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(" ") };
  }, [shown]);
  useEffect(() => {
    onReady?.({ ...size, rows: all.length, drawn, loading: at < frames.length });
  }, [size, all, frames, drawn, at, onReady]);
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

function toLine({ kind, text, number, pieces, blank, rest }: DiffLine): ReactNode {
  return (
    <div className="yc-ln" data-kind={kind}>
      {number !== undefined && <i>{rest !== true && number}</i>}
      <u>{rest === true ? "…" : signs[kind]}</u>
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
