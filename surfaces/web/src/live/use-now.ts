import { useSyncExternalStore } from "react";

const minuteMs = 60_000;
const renewMs = 5000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, updated every minute, since ages change no more often. A component that renders in between gets a time at most 5 seconds old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}

function read(): number {
  const current = Date.now();
  if (Math.abs(current - now) >= renewMs) now = current;
  return now;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
