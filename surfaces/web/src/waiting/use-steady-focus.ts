import { guardPresses, type PressGuard } from "@yourcall/react/press-guard";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

// After another ask came up by itself nothing counts for this long; after the first one, and after the person's own step, shorter.
const guardMs = { other: 400, first: 250, own: 120 };
const noticeMs = 3000;

/**
 * Keeps input and focus where they belong when another ask is shown: presses meant for the one before are ignored, the
 * focus never falls to the body, and the card is seen from its top. Returns whether a key was ignored just now.
 */
export function useSteadyFocus({
  main,
  pane,
  open,
  isOwn,
}: {
  main: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  open: string | undefined;
  /** Whether the person chose this ask, rather than it came up. */
  isOwn: () => boolean;
}): boolean {
  const guard = useRef<PressGuard>(undefined);
  const wasHere = useRef(false);
  const wasOpen = useRef(false);
  const [ignored, setIgnored] = useState(false);

  useLayoutEffect(() => {
    if (main.current === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    guard.current = guardPresses(main.current, { signal, onIgnored: (what) => what === "key" && setIgnored(true) });
    const note = ({ target }: FocusEvent) => {
      wasHere.current = main.current?.contains(target as Node) === true;
    };
    document.addEventListener("focusin", note, { signal });
    return () => leaving.abort();
  }, [main]);

  const settle = useEffectEvent((shown: string | undefined) => {
    setIgnored(false);
    guard.current?.changed(guardMs[isOwn() ? "own" : wasOpen.current ? "other" : "first"], pane.current ?? undefined);
    wasOpen.current = shown !== undefined;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    // A page that was just opened leaves the focus alone.
    if (isLost && wasHere.current) (pane.current ?? main.current)?.focus({ preventScroll: true });
    for (const part of [pane.current, pane.current?.querySelector(".work")]) part?.scrollTo(0, 0);
  });
  useLayoutEffect(() => settle(open), [open]);

  useEffect(() => {
    if (!ignored) return;
    const timer = setTimeout(() => setIgnored(false), noticeMs);
    return () => clearTimeout(timer);
  }, [ignored]);
  return ignored;
}
