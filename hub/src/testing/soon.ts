import { expect } from "vitest";

/** Checks again and again until the expectation holds, long enough for a busy machine. */
export function soon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5 });
}
