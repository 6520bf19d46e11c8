import { createElement, Fragment, type ReactNode, useEffect, useState } from "react";
import type { Chunk } from "./text-chunks.ts";

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
