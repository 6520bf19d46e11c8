import type { AnsweringEvent } from "@yourcall/core";
import { byLines, type Reviewed, toReviewed } from "@yourcall/core/internal";
import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { EarlierReview } from "../approval/approval-part.tsx";
import { framesAtOnce, Hidden, useDrawn } from "../approval/drawn-frames.tsx";
import { watchSeen } from "../approval/watch-seen.ts";
import { Icon, tick } from "../icon.tsx";
import type { ShownCard } from "../shown-card.ts";
import { machine } from "../use-answering.ts";
import { LineFrame } from "./line-frame.tsx";
import { toShapes } from "./line-shapes.ts";
import { spansOf } from "./marked-lines.ts";
import { onLinesKey } from "./on-lines-key.ts";
import { highlight } from "./read-selection.ts";
import { ReviewFooter } from "./review-footer.tsx";
import { useSelection } from "./use-selection.ts";

// From here on the card knows the lines' events and keys.
machine.more.add(byLines);
machine.lines = { View: LinesView, onKey: onLinesKey };

/** A plan or a change as lines, each of which can be commented on, struck out and replaced. */
export function LinesView({ card }: { card: ShownCard }) {
  const reviewed = toReviewed(card.state.ask);
  if (reviewed === undefined) return null;
  return (
    <>
      <Lines card={card} reviewed={reviewed} />
      <ReviewFooter card={card} />
    </>
  );
}

// What the person jumps to is drawn with all that is before it, unless that would stop the browser for long.
const mostAtOnce = 160;

function Lines({ card, reviewed }: { card: ShownCard; reviewed: Reviewed }) {
  const { lines, kind } = reviewed;
  const { state, id } = card;
  const { selection, marks, field } = state;
  const shapes = useMemo(() => toShapes(reviewed), [reviewed]);
  const frames = useMemo(() => toFrames(lines), [lines]);
  const [most, setMost] = useState(framesAtOnce);
  const atCursor = frames.findIndex(({ to }) => to >= selection.to) + 1;
  const wanted = Math.min(frames.length, Math.max(most, atCursor));
  const soon = useDrawn(wanted);
  const drawn = atCursor <= mostAtOnce ? Math.max(soon, atCursor) : soon;
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(card);
  latest.current = card;
  const hidden = frames.slice(drawn).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const drawnPart = useRef(0);
  drawnPart.current = 1 - hidden / lines.length;

  useEffect(() => {
    if (root.current === null) return;
    latest.current.onRead({ lines: 0, of: lines.length });
    return watchSeen(root.current, (fraction) => {
      const seen = fraction * drawnPart.current;
      latest.current.onRead({ lines: Math.floor(lines.length * seen), of: lines.length });
      if (seen === 1) latest.current.act({ type: "seen" });
    });
  }, [lines]);

  // The line with the cursor may be drawn only a moment after the act that moved it there.
  const cursor = id(`line-${selection.line}`);
  const isCursorDrawn = atCursor <= drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line appears; moving it is an act, which leads the focus
  useEffect(() => {
    if (!isCursorDrawn) return card.acting?.gate.expectMove();
    if (field !== null || document.activeElement?.id === cursor) return;
    document.getElementById(cursor)?.focus({ preventScroll: true });
    document.getElementById(cursor)?.scrollIntoView({ block: "nearest" });
  }, [isCursorDrawn]);

  const isWords = selection.quote !== lines.slice(selection.from - 1, selection.to).join("\n");
  useLayoutEffect(() => {
    highlight(root.current, isWords ? spansOf(selection, lines) : []);
    return () => highlight(null, []);
  }, [isWords, selection, lines]);

  useSelection(root, lines, latest);

  // One handler for all lines, of which there may be very many.
  function onPress(event: MouseEvent): void {
    const line = toLine(event);
    if (line === undefined || getSelection()?.isCollapsed === false) return;
    const select: AnsweringEvent = event.shiftKey
      ? { type: "select", from: selection.anchor, to: line }
      : { type: "select", from: line };
    card.lead(select);
  }

  return (
    <div className="yc-doc" data-kind={kind}>
      <EarlierReview card={card} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the card's keys do the same, from the line with the cursor */}
      <section
        ref={root}
        aria-label={kind === "plan" ? "Plan, line by line" : "Change, line by line"}
        // Otherwise the browser would select text from wherever it was pressed before.
        onMouseDown={(event) => event.shiftKey && toLine(event) !== undefined && event.preventDefault()}
        onClick={onPress}
      >
        {frames.slice(0, drawn).map(({ from, to }) => {
          const isTouched = selection.to >= from && selection.from <= to;
          const isCurrent = [selection.line, selection.to].some((line) => line >= from && line <= to);
          return (
            <LineFrame
              key={from}
              {...{ kind, lines, shapes, from, to, latest }}
              marks={marks.filter((mark) => mark.to >= from && mark.from <= to)}
              selection={isTouched ? selection : undefined}
              card={isCurrent ? card : undefined}
            />
          );
        })}
      </section>
      <p className="yc-eof">
        {drawn < wanted ? (
          "Loading…"
        ) : hidden > 0 ? (
          <Hidden hidden={{ lines: hidden, length: hidden }} onMore={() => setMost(most + framesAtOnce)} />
        ) : (
          <>
            <Icon path={tick} />
            {lines.length === 1 ? "All of it is shown." : `All ${lines.length} lines shown.`}
          </>
        )}
      </p>
    </div>
  );
}

/** The line that was pressed; undefined for what is below it, and for buttons. */
function toLine({ target }: MouseEvent): number | undefined {
  const place = target as Element;
  if (place.closest("button, textarea") !== null) return undefined;
  const line = place.closest<HTMLElement>("[data-line]")?.dataset.line;
  return line === undefined ? undefined : Number(line);
}

// A browser draws this many lines, and this many characters, in one frame without stopping the page.
const [linesPerFrame, lengthPerFrame] = [125, 15_000];

function toFrames(lines: readonly string[]): { from: number; to: number }[] {
  const frames: { from: number; to: number }[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const [index, line] of lines.entries()) {
    const last = frames.at(-1);
    length += line.length;
    if (last !== undefined && length <= lengthPerFrame && last.to - last.from + 1 < linesPerFrame) last.to = index + 1;
    else {
      frames.push({ from: index + 1, to: index + 1 });
      length = line.length;
    }
  }
  return frames;
}
