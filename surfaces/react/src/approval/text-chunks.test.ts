import { revealText } from "@yourcall/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf, toChunks, toFrames, toRows } from "./text-chunks.ts";

const shown = (text: string) => toFrames(toChunks(text)).flat().flatMap(toRows);

describe("a text in chunks", () => {
  test("has its lines, with numbers, and long runs of blank lines counted", () => {
    expect(shown("a\n\n\nb\r\n \n\t\n\nc\n")).toEqual([
      { number: 1, text: "a", blank: 0, rest: false },
      { number: 2, text: "", blank: 0, rest: false },
      { number: 3, text: "", blank: 0, rest: false },
      { number: 4, text: "b", blank: 0, rest: false },
      { number: 5, text: "", blank: 3, rest: false },
      { number: 8, text: "c", blank: 0, rest: false },
    ]);
    expect(shown("")).toEqual([]);
  });

  test("loses nothing, whatever it consists of", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\n", "\r\n", " \n", "\u202e", "\ufeff\n", "\u{1f600}", "\r"),
    );
    const long = fc.tuple(piece, fc.integer({ min: 1, max: 20_000 })).map(([text, count]) => text.repeat(count));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, long), { maxLength: 6 }), (pieces) => {
        const text = pieces.join("").slice(0, 70_000);
        const lines: string[] = [];
        for (const { text: part, blank, rest } of shown(text))
          if (rest) lines.push(`${lines.pop()}${part}`);
          else lines.push(...(blank === 0 ? [part] : Array.from({ length: blank }, () => "")));
        const wanted = revealText(text).split("\n");
        if (wanted.at(-1) === "") wanted.pop();
        expect(lines).toEqual(wanted.map((line) => (/\S/.test(line) ? line : "")));
        expect(sizeOf(toFrames(toChunks(text))).lines).toBe(wanted.length);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["short lines", "a\n"],
    ["one line", "x"],
    ["blank lines", "\n"],
    ["blank lines between others", "a\n\n\n\n"],
    ["characters that are spelled out", "\u202e"],
    ["lines of them", "\ufeff\n"],
    ["long lines", `${"word ".repeat(1000)}\n`],
  ])("is drawn in frames of a bounded size: %s", (_, piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const frames = toFrames(toChunks(text));
    for (const frame of frames) {
      const rows = frame.flatMap(toRows);
      expect(rows.length).toBeLessThanOrEqual(150);
      expect(rows.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(17_000);
    }
  });
});
