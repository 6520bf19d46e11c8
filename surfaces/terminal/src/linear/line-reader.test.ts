import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.ts";

function read(...chunks: (Uint8Array | string)[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.feed(chunk);
  return lines;
}

test("every line break counts once, however the chunks are cut", () => {
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

test("a carriage return ends a line; an unfinished line is not reported", () => {
  expect(read("one\rtwo\r", "three")).toEqual(["one", "two"]);
});

test("a dropped line is reported as empty when it ends", () => {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line));
  reader.feed("before");
  reader.drop();
  reader.feed(" and after\nnext\n");
  expect(lines).toEqual(["", "next"]);
});

test("an endless line stops growing", () => {
  const chunk = "x".repeat(2 ** 20);
  expect(read(chunk, chunk, chunk, chunk, "\n1\n").map((line) => line.length)).toEqual([2 ** 21, 1]);
});
