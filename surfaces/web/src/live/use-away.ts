import { useEffect, useState } from "react";
import type { Inbox } from "./inbox-store.ts";

// A lost packet is no news: only a hub that stays away is shown as such.
const awayMs = 1000;

/** Whether the hub has been away for longer than a moment. It is back at once. */
export function useAway(link: Inbox["link"]): boolean {
  const [away, setAway] = useState(false);
  const isGone = link === "reconnecting";
  useEffect(() => {
    if (!isGone) return setAway(false);
    const timer = setTimeout(() => setAway(true), awayMs);
    return () => clearTimeout(timer);
  }, [isGone]);
  return away && isGone;
}
