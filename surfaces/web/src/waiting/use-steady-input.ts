import { guardPresses, type PressGuard } from "@yourcall/react/internal/acting";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

// How long presses are ignored: after another ask came up automatically, after the first one, and after the person chose another.
const guardMs = { other: 400, first: 250, own: 120 };
const noticeMs = 3000;

/** Input that was ignored: a key, or a press with a mouse that has not moved. */
export type Ignored = "key" | "mouse";

/**
 * Keeps presses where they belong when another ask is shown: those meant for the previous one are ignored, and the card is scrolled
 * to its top. Returns what was just ignored, to tell the person, and what to call when a key was. The second click of a double click
 * is not reported.
 */
export function useSteadyInput({
  main,
  pane,
  open,
  isOwn,
}: {
  main: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  open: string | undefined;
  /** Whether the person chose this ask, rather than it coming up automatically. */
  isOwn: () => boolean;
}): { ignored: Ignored | undefined; ignoreKey: () => void } {
  const guard = useRef<PressGuard>(undefined);
  const wasOpen = useRef(false);
  const [ignored, setIgnored] = useState<Ignored>();

  useLayoutEffect(() => {
    if (main.current === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    guard.current = guardPresses(main.current, {
      signal,
      onIgnored: (why) => why === "still" && setIgnored("mouse"),
    });
    return () => leaving.abort();
  }, [main]);

  const settle = useEffectEvent((shown: string | undefined) => {
    setIgnored(undefined);
    guard.current?.changed(guardMs[isOwn() ? "own" : wasOpen.current ? "other" : "first"], pane.current ?? undefined);
    wasOpen.current = shown !== undefined;
    for (const part of [pane.current, pane.current?.querySelector(".work")]) part?.scrollTo(0, 0);
  });
  useLayoutEffect(() => settle(open), [open]);

  useEffect(() => {
    if (ignored === undefined) return;
    const timer = setTimeout(() => setIgnored(undefined), noticeMs);
    return () => clearTimeout(timer);
  }, [ignored]);
  return { ignored, ignoreKey: () => setIgnored("key") };
}
