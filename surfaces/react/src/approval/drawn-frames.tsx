import { createElement, Fragment, type ReactNode, useEffect, useState } from "react";
import { QuietButton } from "../buttons.tsx";
import type { Chunk, Row, Size } from "./text-chunks.ts";

/** How much is drawn at first, and with every request for more. Drawing all of a very long text would slow down the browser. */
export const framesAtOnce = 24;

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

/** Frames as elements of `Frame`, which must be a memo: none is drawn again while more are added. */
export function drawFrames<Kind extends Chunk>(
  frames: readonly Kind[][],
  Frame: (props: { chunks: Kind[] }) => ReactNode,
): ReactNode {
  // Spread as children, since frames have no id to use as a key and never move.
  return createElement(Fragment, null, ...frames.map((chunks) => createElement(Frame, { chunks })));
}

/** A line with its number. `shown` is what to draw instead of its text. */
export function drawRow({ number, text, blank, rest }: Row, shown: readonly ReactNode[] = [text]): ReactNode {
  return (
    <div className="yc-ln">
      <i>{rest ? "…" : blank === 0 ? number : `${number}–${number + blank - 1}`}</i>
      {blank === 0 ? createElement("span", null, ...shown) : <span className="yc-blank">{blank} blank lines</span>}
    </div>
  );
}

/** Says how much is not shown, with a button that shows the next part of it. */
export function Hidden({ hidden, onMore }: { hidden: Size; onMore: () => void }): ReactNode {
  const [count, unit] = hidden.lines > 0 ? [hidden.lines, "line"] : [hidden.length, "character"];
  return (
    <>
      {count} more {count === 1 ? `${unit} is` : `${unit}s are`} not shown.{" "}
      <QuietButton words="Show more" onPress={onMore} />
    </>
  );
}
