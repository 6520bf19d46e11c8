import { expect } from "vitest";

/** Polls until the expectation is true, long enough for a busy machine. */
export function soon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5 });
}
