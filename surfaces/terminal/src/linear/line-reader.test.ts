import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.ts";

function read(...chunks: (Uint8Array | string)[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.feed(chunk);
  return lines;
}

test("every line end counts once, wherever the chunks are cut", () => {
  const ends = fc.constantFrom("\n", "\r\n");
  const texts = fc.array(fc.tuple(fc.stringMatching(/^[a-zäß漢👍 ]{0,5}$/u), ends), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60), { maxLength: 6 }), (lines, cuts) => {
      const bytes = Buffer.from(lines.map(([text, end]) => text + end).join(""));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
      expect(read(...chunks)).toEqual(lines.map(([text]) => text));
    }),
  );
});

test("a return alone ends a line, and a line without its end is none", () => {
  expect(read("one\rtwo\r", "three")).toEqual(["one", "two"]);
});

test("a line that had begun when it was dropped comes as an empty one", () => {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line));
  reader.feed("before");
  reader.drop();
  reader.feed(" and after\nnext\n");
  expect(lines).toEqual(["", "next"]);
});

test("a line without end does not grow without end", () => {
  const chunk = "x".repeat(2 ** 20);
  expect(read(chunk, chunk, chunk, chunk, "\n1\n").map((line) => line.length)).toEqual([2 ** 21, 1]);
});
