import type { LineSelection, ReviewMark } from "@yourcall/core";
import { createElement, memo, type ReactNode } from "react";
import { startFrame } from "../approval/coloured.tsx";
import type { ShownCard } from "../shown-card.ts";
import { LineActs, LineField, Note } from "./line-acts.tsx";
import { drawPut, drawText, lineAttributes } from "./line-row.tsx";
import type { LineShape } from "./line-shapes.ts";
import { toMarkedLines } from "./marked-lines.ts";

interface FrameProps {
  kind: "plan" | "diff";
  lines: readonly string[];
  shapes: readonly LineShape[];
  /** The lines of the frame, counted from 1. */
  from: number;
  to: number;
  /** The marks that touch the frame. */
  marks: readonly ReviewMark[];
  /** What is selected, if it touches the frame; undefined otherwise. */
  selection: LineSelection | undefined;
  /** The card, for a frame with the cursor or the open field, which follows every change; undefined otherwise. */
  card: ShownCard | undefined;
  latest: { current: ShownCard };
}

// More of a line is read in the line itself.
const mostRead = 500;

/** Lines that are drawn together. It is drawn again only if something in it has changed. */
export const LineFrame = memo(function LineFrame(props: FrameProps): ReactNode {
  const { kind, lines, shapes, from, to, selection, card, latest } = props;
  const budget = startFrame();
  const marked = toMarkedLines(props.marks, lines);
  const isTyping = card?.state.field === "mark-comment";
  const rows: ReactNode[] = [];
  for (let number = from; number <= to; number += 1) {
    const line = lines[number - 1] ?? "";
    const shape = shapes[number - 1];
    if (shape === undefined) continue;
    const mark = marked.get(number);
    const isCursor = selection?.line === number;
    const isSelected = selection !== undefined && number >= selection.from && number <= selection.to;
    const notes = mark?.notes.filter((each) => !(isTyping && isAt(each, selection))) ?? [];
    const said = mark === undefined ? "" : mark.as === "cut" ? ", struck out or replaced" : ", commented on";
    rows.push(
      <li>
        <div
          id={latest.current.id(`line-${number}`)}
          className="yc-dl"
          data-line={number}
          data-mark={mark?.as}
          data-selected={isSelected || undefined}
          {...lineAttributes(shape)}
          {...(isCursor
            ? {
                role: "group",
                "aria-label": `Line ${number}${said}: ${line.slice(0, mostRead)}`,
                "aria-current": "true",
                tabIndex: 0,
              }
            : { tabIndex: -1 })}
        >
          {drawText(line, shape, mark?.ranges ?? [], budget)}
          {isCursor && card !== undefined && card.state.field === null && <LineActs card={card} lines={lines} />}
        </div>
        {mark !== undefined && createElement("div", null, ...drawPut(mark.put, kind))}
        {notes.map((each) => (
          <Note key={each.quote} mark={each} lines={lines} card={latest} />
        ))}
        {selection?.to === number && card !== undefined && <LineField card={card} lines={lines} />}
      </li>,
    );
  }
  return createElement("ol", { className: "yc-frame-lines", "data-still": card === undefined || undefined }, ...rows);
}, isSame);

function isAt(
  { from, to, quote }: ReviewMark,
  selection: Pick<ReviewMark, "from" | "to" | "quote"> | undefined,
): boolean {
  return selection?.from === from && selection.to === to && selection.quote === quote;
}

function isSameMark(one: ReviewMark, other: ReviewMark | undefined): boolean {
  return isAt(one, other) && one.comment === other?.comment && one.replacement === other?.replacement;
}

function isSame(before: FrameProps, after: FrameProps): boolean {
  const { marks: old, ...one } = before;
  const { marks, ...other } = after;
  return (
    old.length === marks.length &&
    old.every((mark, index) => isSameMark(mark, marks[index])) &&
    Object.entries(one).every(([name, value]) => other[name as keyof typeof other] === value)
  );
}
