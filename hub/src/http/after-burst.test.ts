import { expect, test } from "vitest";
import { createTestClock } from "../testing/test-clock.ts";
import { afterBurst } from "./after-burst.ts";

function watch() {
  const clock = createTestClock();
  let acts = 0;
  const burst = afterBurst(clock, { least: 3, quietMs: 1000 }, () => {
    acts += 1;
  });
  const add = (count: number) => Array.from({ length: count }, () => burst.add());
  return { clock, burst, add, acts: () => acts };
}

test("a burst leads to one act, when it is over", () => {
  const { clock, add, acts } = watch();
  add(4);
  clock.advance(900);
  add(1);
  clock.advance(900);
  expect(acts()).toBe(0);
  clock.advance(1100);
  expect(acts()).toBe(1);
  clock.advance(60_000);
  expect(acts()).toBe(1);
});

test("a few lead to none, and the next burst to another act", () => {
  const { clock, add, acts } = watch();
  add(2);
  clock.advance(60_000);
  expect(acts()).toBe(0);
  add(1);
  clock.advance(1000);
  expect(acts()).toBe(1);
  add(3);
  clock.advance(1000);
  expect(acts()).toBe(2);
});

test("after a stop there is none", () => {
  const { clock, burst, add, acts } = watch();
  add(3);
  burst.stop();
  clock.advance(60_000);
  expect(acts()).toBe(0);
});
