import { useCallback, useSyncExternalStore } from "react";

/** Whether this media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Send is at the bottom edge, with what was sent above it. */
export const phone = "(max-width: 639px)";
/** List and card side by side. */
export const twoColumns = "(min-width: 1024px)";
/** List, card, and what belongs beside the card. */
export const threeColumns = "(min-width: 1280px)";
