import { extendDeadline, longestTimerMs, toCountdown } from "@yourcall/core/internal";

const pausedMs = 5000;
const urgentMs = 30_000;

/** Watches when an ask expires. Calls `onTick` every second while a countdown is shown. */
export function createDeadline(options: { onTick: () => void; onExpired: () => void }) {
  let expiresAt: number | undefined;
  let extendedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ticking: NodeJS.Timeout | undefined;

  function watch(): void {
    clearTimeout(timer);
    if (expiresAt === undefined) return;
    timer = setTimeout(check, Math.min(Math.max(0, expiresAt - Date.now()), longestTimerMs));
  }

  function check(): void {
    if (expiresAt === undefined) return;
    if (Date.now() >= expiresAt) options.onExpired();
    else watch();
  }

  return {
    /** Replaces the deadline; undefined removes it. */
    set(at: number | undefined) {
      expiresAt = at;
      clearInterval(ticking);
      if (at !== undefined) ticking = setInterval(options.onTick, 1000);
      watch();
    },
    /** The person did something: extend the deadline to at least a minute from now. */
    acted() {
      if (expiresAt === undefined) return;
      const extended = extendDeadline(expiresAt, Date.now());
      if (extended === expiresAt) return;
      expiresAt = extended;
      extendedAt = Date.now();
      watch();
    },
    /** The deadline in the hint: the time left, or `paused` after a key has just extended it. */
    countdown() {
      if (expiresAt === undefined) return undefined;
      const left = Math.max(0, expiresAt - Date.now());
      if (extendedAt !== undefined && Date.now() - extendedAt < pausedMs) return { words: "paused", urgent: false };
      return { words: `expires in ${toCountdown(left)}`, urgent: left < urgentMs };
    },
    /** Calls `onExpired` again if the deadline has passed. */
    check,
    stop() {
      clearTimeout(timer);
      clearInterval(ticking);
    },
  };
}
