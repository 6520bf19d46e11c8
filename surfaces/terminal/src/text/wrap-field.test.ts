import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixedText } from "../testing/mixed-text.ts";
import { cellWidth, toClusters } from "./cell-width.ts";
import { wrapField } from "./wrap-field.ts";

describe("wrapField", () => {
  it("keeps typed spaces, even at the end", () => {
    expect(wrapField("a  b  ", 6, 10)).toEqual({ lines: ["a  b  "], row: 0, column: 6 });
  });

  it("shows a tab as a mark of one cell", () => {
    expect(wrapField("a\tb", 2, 10)).toEqual({ lines: ["a⇥b"], row: 0, column: 2 });
  });

  it("has a place for the cursor in an empty field", () => {
    expect(wrapField("", 0, 10)).toEqual({ lines: [""], row: 0, column: 0 });
  });

  it("breaks at words, and a word longer than a row between characters", () => {
    expect(wrapField("dark mode", 9, 6)).toEqual({ lines: ["dark ", "mode"], row: 1, column: 4 });
    expect(wrapField("dark mode", 5, 6)).toMatchObject({ row: 1, column: 0 });
    expect(wrapField("dark  mode", 10, 4)).toEqual({ lines: ["dark", "  ", "mode", ""], row: 3, column: 0 });
    expect(wrapField("a lightness", 11, 6)).toEqual({ lines: ["a ", "lightn", "ess"], row: 2, column: 3 });
  });

  it("puts the cursor on the next row when a row is full", () => {
    expect(wrapField("abcd", 4, 4)).toEqual({ lines: ["abcd", ""], row: 1, column: 0 });
    expect(wrapField("abcdef", 4, 4)).toEqual({ lines: ["abcd", "ef"], row: 1, column: 0 });
    expect(wrapField("abcd\ne", 4, 4)).toEqual({ lines: ["abcd", "", "e"], row: 1, column: 0 });
  });

  it("counts cells, not characters, before the cursor", () => {
    expect(wrapField("数e\u0301x", 3, 10)).toEqual({ lines: ["数e\u0301x"], row: 0, column: 3 });
    expect(wrapField("a数", 1, 2)).toEqual({ lines: ["a", "数", ""], row: 1, column: 0 });
  });

  it("moves the cursor across newlines", () => {
    expect(wrapField("ab\n\ncd", 3, 10)).toMatchObject({ row: 1, column: 0 });
    expect(wrapField("ab\n\ncd", 2, 10)).toMatchObject({ row: 0, column: 2 });
    expect(wrapField("ab\n", 3, 10)).toEqual({ lines: ["ab", ""], row: 1, column: 0 });
  });

  it("puts a cursor beyond the text at its end", () => {
    expect(wrapField("ab", 9, 10)).toMatchObject({ row: 0, column: 2 });
  });

  it("loses nothing, and its rows do not depend on the cursor", () => {
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 6, max: 20 }), fc.nat(), (text, width, seed) => {
        fc.pre([...toClusters(text)].every((cluster) => cellWidth(cluster) <= width));
        const field = wrapField(text, seed % (text.length + 1), width);
        expect(field.lines.join("")).toBe(text.replaceAll("\n", ""));
        expect(field.lines).toEqual(wrapField(text, 0, width).lines);
      }),
      { numRuns: 400 },
    );
  });

  it("never makes a row wider than asked, and shows the cursor on one of its cells", () => {
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 1, max: 20 }), fc.nat(), (text, width, seed) => {
        const { lines, row, column } = wrapField(text, seed % (text.length + 1), width);
        for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(width);
        expect(row).toBeLessThan(lines.length);
        expect(column).toBeLessThan(width);
        expect(column).toBeLessThanOrEqual(cellWidth(lines[row] ?? ""));
      }),
      { numRuns: 400 },
    );
  });

  it("moves the cursor forward on the screen as it moves forward in the text", () => {
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 6, max: 20 }), (text, width) => {
        let before = -1;
        for (let cursor = 0; cursor <= text.length; cursor++) {
          const { row, column } = wrapField(text, cursor, width);
          expect(row * width + column).toBeGreaterThanOrEqual(before);
          before = row * width + column;
        }
      }),
      { numRuns: 200 },
    );
  });
});
