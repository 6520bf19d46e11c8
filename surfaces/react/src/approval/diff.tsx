import { type FileEdit, revealText } from "@yourcall/core";
import { createElement, Fragment, memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { type PieceBudget, startFrame, toColoured } from "./coloured.tsx";
import { toDiffLine } from "./diff-line.tsx";
import { drawFrames, framesAtOnce, Hidden, useDrawn } from "./drawn-frames.tsx";
import { countChanges, type DiffChunk, type DiffRow, type Piece, toDiffChunks, toDiffRows } from "./shown-diff.ts";

export { type Piece, toMarkedHunks } from "./shown-diff.ts";

import { type Size, sizeOf, toFrames } from "./text-chunks.ts";

export interface DiffSize extends Size {
  /** What is not drawn yet. */
  hidden: Size;
  /** Whether more of it is being drawn. */
  loading: boolean;
  words: string;
}

interface DiffProps {
  edits: FileEdit[];
  /** How many frames to draw at most. */
  most?: number;
  onReady?: (size: DiffSize) => void;
}

/** What would change in each file, line by line. */
export function Diff({ edits, most = framesAtOnce, onReady }: DiffProps) {
  const { frames, size } = useMemo(() => toDiff(edits), [edits]);
  const wanted = Math.min(frames.length, most);
  const drawn = useDrawn(wanted);
  const hidden = useMemo(() => sizeOf(frames.slice(drawn)), [frames, drawn]);
  useEffect(() => {
    onReady?.({ ...size, hidden, loading: drawn < wanted });
  }, [size, hidden, drawn, wanted, onReady]);
  return <div className="yc-changes">{drawFrames(frames.slice(0, drawn), Frame)}</div>;
}

/** A change whose first part is drawn, and more on request. */
export default function WholeDiff({ edits }: { edits: FileEdit[] }) {
  const [most, setMost] = useState(framesAtOnce);
  const [size, setSize] = useState<DiffSize>();
  return (
    <>
      <Diff edits={edits} most={most} onReady={setSize} />
      {size !== undefined && !size.loading && size.hidden.length > 0 && (
        <p className="yc-eof">
          <Hidden hidden={size.hidden} onMore={() => setMost(most + framesAtOnce)} />
        </p>
      )}
    </>
  );
}

function toDiff(edits: FileEdit[]) {
  const chunks = toDiffChunks(edits);
  const { added, removed } = countChanges(chunks);
  const words = [added > 0 && `+${added}`, removed > 0 && `−${removed}`].filter(Boolean).join(" ");
  const frames = toFrames(chunks);
  return { frames, size: { ...sizeOf(frames), words } };
}

const Frame = memo(function Frame({ chunks }: { chunks: DiffChunk[] }): ReactNode {
  const budget = startFrame();
  return createElement("div", null, ...chunks.map((chunk) => drawChunk(chunk, budget)));
});

function drawChunk(chunk: DiffChunk, budget: PieceBudget): ReactNode {
  return (
    <div className="yc-diff" data-whole={chunk.whole} data-place={chunk.place} data-open={chunk.open}>
      {chunk.path !== undefined && chunk.place !== "rest" && <p className="yc-path">{revealText(chunk.path)}</p>}
      {createElement(Fragment, null, ...toDiffRows(chunk).map((row) => drawRow(row, chunk, budget)))}
    </div>
  );
}

function drawRow(row: DiffRow, { kind, whole, language }: DiffChunk, budget: PieceBudget): ReactNode {
  const { number, text, pieces, blank, rest } = row;
  const line = { kind, number: whole ? !rest && number : undefined, isRest: rest };
  if (blank > 0) return toDiffLine({ ...line, isRemark: true, text: [`${blank} blank lines`] });
  return toDiffLine({ ...line, text: toMarked(pieces, text, rest ? "" : language, budget) });
}

/** The text of a line in colour, with marks on the pieces that changed. */
export function toMarked(
  pieces: readonly Piece[] | undefined,
  text: string,
  language: string,
  budget: PieceBudget,
): ReactNode[] {
  return (pieces ?? [{ text, changed: false }]).flatMap((piece) =>
    piece.changed ? [createElement("mark", null, piece.text)] : toColoured(piece.text, language, budget),
  );
}
