import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether this is a browser's own rendering. A server has another clock, time zone and locale, so what depends on them is
 * left out there and while its HTML is taken over.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
