import type { Key, KeyGuard } from "@yourcall/core";

/** What a key does here; `sends`: it cannot be undone, so it waits a moment first. */
interface Meaning {
  act(): void;
  sends: boolean;
}

export type KeyGate = ReturnType<typeof createKeyGate>;

/** Lets keys act as the guard says, on the prompt and on every page of the inbox. */
export function createKeyGate(guard: KeyGuard, onIgnored: (input: Key | "paste") => void) {
  let waiting: { key: Key; meaning: Meaning; timer: NodeJS.Timeout } | null = null;

  function cancel(): void {
    clearTimeout(waiting?.timer);
    waiting = null;
  }

  /** Whether this input is for the key that waits to be sent and does nothing else. */
  function interrupts(input: Key | "paste"): boolean {
    if (waiting === null) return false;
    const { key, meaning } = waiting;
    cancel();
    const interruption = guard.interrupted(key, input, Date.now());
    if (interruption === "send") meaning.act();
    else if (interruption === "ignore") onIgnored(input);
    return interruption !== "replace";
  }

  /** Acts after a moment, because a key that is held down, or the first one of a text, must not send. */
  function actSoon(key: Key, meaning: Meaning): void {
    const timer = setTimeout(() => {
      // A busy process may not have read the keys of that moment yet; after one round of the event loop it has.
      setImmediate(() => {
        if (waiting !== mine) return;
        cancel();
        meaning.act();
      });
    }, guard.sendDelayMs(key));
    const mine = { key, meaning, timer };
    waiting = mine;
  }

  return {
    /** `toMeaning` is called if the key may act; null if it means nothing. */
    take(input: Key | "paste", place: "field" | "move" | "row", toMeaning: () => Meaning | null) {
      if (interrupts(input)) return;
      if (!guard.allows(input, Date.now(), place)) {
        onIgnored(input);
        return;
      }
      const meaning = toMeaning();
      if (meaning === null) return;
      if (input !== "paste" && meaning.sends && guard.sendDelayMs(input) > 0) actSoon(input, meaning);
      else meaning.act();
    },
    /** Forgets the key that waits. */
    cancel,
  };
}
