import { type RefObject, useEffect, useRef } from "react";
import type { ShownCard } from "../shown-card.ts";
import { readSelection, type Selected } from "./read-selection.ts";

// A selection by touch changes with every move of its handles.
const settledMs = 250;

/** Tells the machine what a person selects in the drawn lines, with a mouse when its button is released, by touch after a moment. */
export function useSelection(
  root: RefObject<HTMLElement | null>,
  lines: readonly string[],
  latest: { current: ShownCard },
): void {
  const taken = useRef<Selected>(undefined);
  const { selection } = latest.current.state;
  // Keys or a press have selected something else: what the browser shows as selected would be taken again with the next press.
  useEffect(() => {
    if (taken.current === undefined || isSame(taken.current, selection)) return;
    taken.current = undefined;
    getSelection()?.removeAllRanges();
  }, [selection]);

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDown = false;

    function settle(): void {
      if (isDown || root.current === null) return;
      const found = readSelection(root.current, lines);
      if (found === undefined || isSame(found, latest.current.state.selection)) return;
      taken.current = found;
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

function isSame(one: Selected, other: Selected): boolean {
  return one.from === other.from && one.to === other.to && one.quote === other.quote;
}
