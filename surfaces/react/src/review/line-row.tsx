import { createElement, type ReactNode } from "react";
import { type PieceBudget, toColoured } from "../approval/coloured.tsx";
import { isLong, type LineShape, type Piece, shapeOf, toPieces } from "./line-shapes.ts";
import type { MarkedLine, MarkedRange, PutText } from "./marked-lines.ts";

/** The text of a line, with what is struck out in it. Each piece says its column, so that a selection can be found in the text. */
export function drawText(
  line: string,
  shape: LineShape,
  ranges: readonly MarkedRange[],
  budget: PieceBudget,
): ReactNode {
  const pieces = toPieces(line, shape).flatMap((piece) => cut(piece, ranges));
  return createElement(
    "span",
    {
      className: "yc-dt",
      dir: "auto",
      "data-bullet": shape.bullet || undefined,
      "data-long": isLong(line, shape.at) || undefined,
    },
    ...pieces.map(({ text, at, tag, as }) => {
      const shown = as === undefined && shape.language !== "" ? toColoured(text, shape.language, budget) : [text];
      const piece = createElement(tag, { "data-at": at }, ...shown);
      if (as === undefined) return piece;
      if (as === "words") return createElement("mark", null, piece);
      return createElement("del", null, as === "cut" ? piece : createElement("mark", null, piece));
    }),
  );
}

type CutPiece = Piece & { as?: MarkedRange["as"] };

/** A piece, divided where a marked range begins or ends. */
function cut(piece: Piece, ranges: readonly MarkedRange[]): CutPiece[] {
  if (ranges.length === 0) return [piece];
  const end = piece.at + piece.text.length;
  const places = new Set([piece.at, end]);
  for (const { from, to } of ranges)
    for (const place of [from, to]) if (place > piece.at && place < end) places.add(place);
  const sorted = [...places].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((at, index) => {
    const to = sorted[index + 1] ?? end;
    const touching = ranges.filter((range) => range.from <= at && range.to >= to).map(({ as }) => as);
    const as = (["cut-words", "cut", "words"] as const).find((each) => touching.includes(each));
    return { ...piece, at, text: piece.text.slice(at - piece.at, to - piece.at), ...(as === undefined ? {} : { as }) };
  });
}

/** The attributes that style.css draws a line by. */
export function lineAttributes({ kind, level }: LineShape) {
  return { "data-shape": kind, "data-level": level || undefined };
}

/** What is shown in place of lines that are replaced. */
export function drawPut(put: MarkedLine["put"], kind: "plan" | "diff"): ReactNode[] {
  return put.map((parts) => {
    const shape = shapeOf(kind, parts.map(({ text }) => text).join(""));
    const text = { className: "yc-dt", dir: "auto", "data-bullet": shape.bullet || undefined };
    return createElement(
      "div",
      { className: "yc-dl", "data-mark": "put", "data-sign": "+", ...lineAttributes(shape) },
      createElement("ins", text, ...withoutStart(parts, shape.at).map(drawPart)),
    );
  });
}

function drawPart({ text, isNew }: PutText): ReactNode {
  return isNew ? <mark>{text}</mark> : text;
}

/** What is left after the first characters, which are drawn as a bullet. */
function withoutStart(parts: readonly PutText[], length: number): PutText[] {
  let left = length;
  return parts.map(({ text, isNew }) => {
    const from = Math.min(left, text.length);
    left -= from;
    return { text: text.slice(from), isNew };
  });
}
