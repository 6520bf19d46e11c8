import { cleanText } from "@yourcall/core";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { mixedText } from "../testing/mixed-text.ts";
import { cellWidth, isOneCellPerChar, isOneCharPerCodePoint, toClusters } from "./cell-width.ts";

describe("cellWidth", () => {
  it("counts one cell for each mark of the prompt", () => {
    for (const mark of [..."> ●○☑☐✔✖–•…↑↓←→▸·│╭╮╰─┌┐└┘█"]) expect([mark, cellWidth(mark)]).toEqual([mark, 1]);
  });

  it("counts what a terminal shows, not what the text is made of", () => {
    expect(cellWidth("Größe")).toBe(5);
    expect(cellWidth("Gro\u0308ße")).toBe(5);
    expect(cellWidth("データベース")).toBe(12);
    expect(cellWidth("데이터")).toBe(6);
    expect(cellWidth("\u1103\u1166")).toBe(2);
    expect(cellWidth("🚀 deploy")).toBe(9);
    expect(cellWidth("👩‍👩‍👧‍👦")).toBe(2);
    expect(cellWidth("🇦🇹🇯🇵")).toBe(4);
    expect(cellWidth("1️⃣ 2⃣")).toBe(5);
    expect(cellWidth("👍🏽")).toBe(2);
    expect(cellWidth("❤️")).toBe(2);
  });

  it("counts a line break as nothing", () => {
    expect(cellWidth("ab\nc")).toBe(3);
    expect(cellWidth("表\n")).toBe(2);
  });

  it("agrees with string-width on every single character", () => {
    const wrong: string[] = [];
    // Only a sample of ideographs, Hangul syllables and rarer scripts, whose neighbours are alike.
    const alike = (codePoint: number) =>
      (codePoint >= 0x3400 && codePoint <= 0xf8ff) || (codePoint >= 0x10000 && codePoint <= 0x1efff);
    for (let codePoint = 0x20; codePoint < 0x20000; codePoint += alike(codePoint) ? 7 : 1) {
      const character = cleanText(String.fromCodePoint(codePoint));
      if (cellWidth(character) !== stringWidth(character)) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it("agrees with string-width on clusters with an unusual first character", () => {
    for (const text of ["\u0d4e\u1100\u1161", "\u0d4ea", "\u0301a", "\u20e3", "\u11a8\u11a8", "ﾞｶ", "\u200d❤"])
      expect([text, cellWidth(text)]).toEqual([text, stringWidth(text)]);
  });

  it("agrees with string-width on any clean text", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(cellWidth(text)).toBe(stringWidth(text));
      }),
      { numRuns: 600 },
    );
  });

  it("agrees with string-width on any pile of marks, joiners and jamo", () => {
    const pieces = [
      ..."1#é\u0301\u20e3\ufe0f\u200d👩🏽❤🇦🇹\u1100\u1161\u11a8각가ｶﾞｰक्षिका\u0d4e\ua960\ud7b0\ud7cb表あ\u3099a ",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = cleanText(parts.join(""));
        expect(cellWidth(text)).toBe(stringWidth(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("measuring without Intl.Segmenter", () => {
  const everything = Array.from({ length: 0x32400 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const segments = (text: string) =>
    Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), (piece) => piece.segment);

  it("divides text correctly if no two neighbours can join", () => {
    for (const test of [isOneCellPerChar, isOneCharPerCodePoint]) {
      const allowed = everything.filter((character) => test(character));
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...allowed), { maxLength: 20 }), (parts) => {
          expect([...toClusters(parts.join(""))]).toEqual(segments(parts.join("")));
        }),
      );
      const every = allowed.join("") + allowed.reverse().join("");
      expect(segments(every)).toHaveLength(allowed.length * 2);
    }
  });

  it("counts one cell for each plain character", () => {
    expect(everything.filter((character) => isOneCellPerChar(character) && stringWidth(character) !== 1)).toEqual([]);
  });
});
