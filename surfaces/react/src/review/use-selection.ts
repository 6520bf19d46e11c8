import { type RefObject, useEffect } from "react";
import type { ShownCard } from "../shown-card.ts";
import { readSelection } from "./read-selection.ts";

// A selection by touch changes with every move of its handles.
const settledMs = 250;

/** Tells the machine what a person selects in the drawn lines, with a mouse when its button is released, by touch after a moment. */
export function useSelection(
  root: RefObject<HTMLElement | null>,
  lines: readonly string[],
  latest: { current: ShownCard },
): void {
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDown = false;

    function settle(): void {
      if (isDown || root.current === null) return;
      const found = readSelection(root.current, lines);
      const { from, to, quote } = latest.current.state.selection;
      if (found === undefined || (found.from === from && found.to === to && found.quote === quote)) return;
      latest.current.act({ type: "select", ...found });
    }

    function settleIn(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(settle, ms);
    }

    function press(isPressed: boolean): void {
      isDown = isPressed;
      if (!isPressed) settleIn(0);
    }

    document.addEventListener("pointerdown", () => press(true), { signal, capture: true });
    for (const type of ["pointerup", "pointercancel"])
      document.addEventListener(type, () => press(false), { signal, capture: true });
    document.addEventListener("selectionchange", () => settleIn(settledMs), { signal });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [root, lines, latest]);
}
