import type { KeyGuard } from "@yourcall/core";

/** Calls back once nobody types any more what is not meant for this prompt, so that the hint stops saying so. */
export function createQuietWatch(guard: KeyGuard, onQuiet: () => void) {
  let timer: NodeJS.Timeout | undefined;

  function watch(): void {
    clearTimeout(timer);
    const now = Date.now();
    const quietAt = guard.quietAt(now);
    if (quietAt === undefined) return;
    // A timer may fire a millisecond before its time.
    const look = () => (guard.quietAt(Date.now()) === undefined ? onQuiet() : watch());
    timer = setTimeout(look, Math.max(1, quietAt - now));
  }

  return { watch, stop: () => clearTimeout(timer) };
}
