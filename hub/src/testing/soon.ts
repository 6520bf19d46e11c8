import { expect } from "vitest";

/** Looks again and again until what follows holds; long enough for a busy machine. */
export function soon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5 });
}
