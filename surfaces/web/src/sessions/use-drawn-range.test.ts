import type { TranscriptEntry } from "@yourcall/client";
import { expect, test } from "vitest";
import { toRange } from "./use-drawn-range.ts";

const said = (seq: number, length = 10): TranscriptEntry => ({ seq, at: "", type: "text", text: "x".repeat(length) });
const many = (from: number, to: number, length?: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => said(from + at, length));

test("a short conversation is drawn at once, a long one from its end", () => {
  expect(toRange(many(1, 20), undefined)).toEqual({ from: 1, to: 20 });
  expect(toRange(many(1, 400), undefined)).toEqual({ from: 372, to: 400 });
  expect(toRange(many(1, 10, 5000), undefined)).toEqual({ from: 9, to: 10 });
  expect(toRange([], undefined)).toEqual({ from: 0, to: 0 });
});

test("an entry that alone is too much for one frame is drawn, alone", () => {
  expect(toRange(many(1, 3, 100_000), undefined)).toEqual({ from: 3, to: 3 });
  const input = { command: "x".repeat(500_000) };
  const calls = many(1, 2).map(
    ({ seq }): TranscriptEntry => ({ seq, at: "", type: "tool", call: "a", name: "Bash", input }),
  );
  expect(toRange(calls, undefined)).toEqual({ from: 2, to: 2 });
});

test("new entries follow what is drawn, a flood of them in several frames", () => {
  expect(toRange(many(1, 11), { from: 5, to: 10 })).toEqual({ from: 5, to: 11 });
  expect(toRange(many(1, 40, 5000), { from: 5, to: 10 })).toEqual({ from: 5, to: 12 });
  // After a gap in the connection nothing of what was drawn is left.
  expect(toRange(many(100, 140, 5000), { from: 5, to: 10 })).toEqual({ from: 139, to: 140 });
});
