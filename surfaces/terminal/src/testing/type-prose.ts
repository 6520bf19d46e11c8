import type { Key } from "@yourcall/core";
import { vi } from "vitest";
import { prose } from "../../../../core/src/testing/prose.ts";

/** How fast people type, in milliseconds per key, and when a sentence begins after a page has changed. */
const speeds = [40, 90, 160, 250];
const delays = [0, 100, 260, 600, 1500];

export const enter: Key = { name: "enter" };

export function toKey(name: string): Key {
  if (name === " ") return { name: "space", text: " " };
  return [...name].length === 1 ? { name: "char", text: name } : { name };
}

export interface Sentence {
  text: string;
  everyMs: number;
  delayMs: number;
}

// The guard itself is tested with every sentence at every speed.
const isLong = process.env.YOURCALL_TORTURE === "long";

/**
 * Every third sentence at one of the speeds in turn (`npm run torture`: every sentence at each), beginning at each of the delays in turn,
 * and one sentence at each combination of the two.
 */
export const sentences: readonly Sentence[] = [
  ...prose
    .filter((_, at) => isLong || at % 3 === 0)
    .flatMap((text, at) =>
      speeds
        .filter((_, speed) => isLong || at % speeds.length === speed)
        .map((everyMs, speed) => ({ text, everyMs, delayMs: delays[(at + speed) % delays.length] ?? 0 })),
    ),
  ...speeds.flatMap((everyMs) =>
    delays.map((delayMs) => ({ text: "so is it 1 or 2, yes or no, I ask", everyMs, delayMs })),
  ),
];

/** Types a sentence, ends it with Enter, and waits. `at` is called before each key. */
export function typeSentence(
  press: (key: Key) => void,
  { text, everyMs, delayMs }: Sentence,
  at: (index: number) => void = () => {},
): void {
  vi.advanceTimersByTime(delayMs);
  for (const [index, character] of [...text].entries()) {
    at(index);
    press(toKey(character));
    vi.advanceTimersByTime(everyMs);
  }
  press(enter);
  vi.advanceTimersByTime(2000);
}

/** Presses keys as somebody does who means each of them. */
export function pressCalmly(press: (key: Key) => void, keys: readonly string[]): void {
  for (const key of keys) {
    vi.advanceTimersByTime(1500);
    press(toKey(key));
  }
}
