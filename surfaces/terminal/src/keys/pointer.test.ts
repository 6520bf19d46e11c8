import { expect, test } from "vitest";
import { createPointer, type Spot, stillMs } from "./pointer.ts";

const spot = (row: number, target: string, from = 0, to = 10): Spot<string> => ({ row, from, to, target });
const press = (row: number, column = 2) => ({ action: "press" as const, row, column });
const release = (row: number, column = 2) => ({ action: "release" as const, row, column });

test("a click is a press and a release on the same target, wherever on it", () => {
  const pointer = createPointer<string>();
  pointer.drawn([spot(1, "a"), spot(2, "a"), spot(3, "b")], 0);
  pointer.press(press(1), stillMs);
  expect(pointer.release(release(1, 9))).toBe("a");
  // One press, one click.
  expect(pointer.release(release(1))).toBeUndefined();
  pointer.press(press(1), stillMs);
  expect(pointer.release(release(3))).toBeUndefined();
  pointer.press(press(1), stillMs);
  expect(pointer.release(release(1, 10))).toBeUndefined();
});

test("what has just come under the pointer cannot be clicked, and what stayed can", () => {
  const pointer = createPointer<string>();
  pointer.drawn([spot(1, "a"), spot(2, "b")], 0);
  // The rows have moved by one; the first has not.
  pointer.drawn([spot(1, "a"), spot(2, "new"), spot(3, "b")], 1000);
  for (const row of [2, 3]) {
    pointer.press(press(row), 1000 + stillMs - 1);
    expect(pointer.release(release(row))).toBeUndefined();
  }
  pointer.press(press(1), 1001);
  expect(pointer.release(release(1))).toBe("a");
  pointer.press(press(3), 1000 + stillMs);
  expect(pointer.release(release(3))).toBe("b");
});

test("what goes away between press and release is not clicked, nor is what comes in its place", () => {
  const pointer = createPointer<string>();
  pointer.drawn([spot(1, "a")], 0);
  pointer.press(press(1), 1000);
  pointer.drawn([spot(1, "b")], 1001);
  expect(pointer.release(release(1))).toBeUndefined();
});

test("the click that gives the window its focus chooses nothing", () => {
  const pointer = createPointer<string>();
  pointer.drawn([spot(1, "a")], 0);
  pointer.restart(5000);
  pointer.press(press(1), 5001);
  expect(pointer.release(release(1))).toBeUndefined();
  pointer.press(press(1), 5000 + stillMs);
  expect(pointer.release(release(1))).toBe("a");
});
