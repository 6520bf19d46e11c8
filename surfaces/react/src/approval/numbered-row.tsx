import { createElement, type ReactNode } from "react";
import type { Row } from "./text-chunks.ts";

/** A line with its number. `shown` is what to draw instead of its text. */
export function drawRow({ number, text, blank, rest }: Row, shown: readonly ReactNode[] = [text]): ReactNode {
  return (
    <div className="yc-ln">
      <i>{rest ? "…" : blank === 0 ? number : `${number}–${number + blank - 1}`}</i>
      {blank === 0 ? createElement("span", null, ...shown) : <span className="yc-blank">{blank} blank lines</span>}
    </div>
  );
}
