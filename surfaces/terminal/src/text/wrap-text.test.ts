import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixedText } from "../testing/mixed-text.ts";
import { cellWidth, toClusters } from "./cell-width.ts";
import { cutText, padText, wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  it("breaks at spaces and drops those at the break", () => {
    expect(wrapText("Which database should we use?", 16)).toEqual(["Which database", "should we use?"]);
    expect(wrapText("one  two   ", 20)).toEqual(["one  two"]);
  });

  it("fills a line to its last cell", () => {
    expect(wrapText("abc def", 7)).toEqual(["abc def"]);
    expect(wrapText("abc def", 6)).toEqual(["abc", "def"]);
  });

  it("keeps newlines, empty lines and the indent of a paragraph", () => {
    expect(wrapText("a\n\n  b c\n", 10)).toEqual(["a", "", "  b c", ""]);
    expect(wrapText("", 10)).toEqual([""]);
  });

  it("gives up an indent that leaves no room for the first word", () => {
    expect(wrapText("      word", 6)).toEqual(["word"]);
  });

  it("breaks a word that is longer than a line", () => {
    expect(wrapText("see https://example.org", 8)).toEqual(["see", "https://", "example.", "org"]);
    expect(wrapText("to extraordinary ends", 8)).toEqual(["to", "extraord", "inary", "ends"]);
  });

  it("breaks text without spaces between wide characters, never inside one", () => {
    expect(wrapText("数据库 database数据", 7)).toEqual(["数据库", "databas", "e数据"]);
    expect(wrapText("库abc库", 4)).toEqual(["库", "abc", "库"]);
    expect(wrapText("👩‍💻👩‍💻👩‍💻", 5)).toEqual(["👩‍💻👩‍💻", "👩‍💻"]);
  });

  it("keeps a combining mark with its letter", () => {
    expect(wrapText("e\u0301e\u0301e\u0301", 2)).toEqual(["e\u0301e\u0301", "e\u0301"]);
  });

  it("marks a character that cannot fit at all", () => {
    expect(wrapText("a数b", 1)).toEqual(["a", "…", "b"]);
  });

  it("never makes a line wider than asked, nor ends one in a space", () => {
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 1, max: 20 }), (text, width) => {
        for (const line of wrapText(text, width)) {
          expect(cellWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/ $/);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("loses nothing but spaces", () => {
    const letters = (text: string) => text.replace(/[ \n\u3000]/g, "");
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 8, max: 30 }), (text, width) => {
        fc.pre([...toClusters(text)].every((cluster) => cellWidth(cluster) <= width));
        expect(letters(wrapText(text, width).join(""))).toBe(letters(text));
      }),
      { numRuns: 400 },
    );
  });

  it("breaks plain and combined letters in the same places", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 12 });
    const gaps = fc.constantFrom("", " ", "  ", "     ");
    fc.assert(
      fc.property(gaps, words, gaps, gaps, fc.integer({ min: 1, max: 15 }), (indent, parts, gap, end, width) => {
        const text = indent + parts.join(gap === "" ? " " : gap) + end;
        const marked = wrapText(text.replace(/[a-z]/g, "$&\u0308"), width);
        expect(marked.map((line) => line.replaceAll("\u0308", ""))).toEqual(wrapText(text, width));
      }),
      { numRuns: 400 },
    );
  });

  it("puts on each line all the words that fit", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1 }), (parts) => {
        const lines = wrapText(parts.join(" "), 12);
        for (const [index, line] of lines.slice(0, -1).entries()) {
          const next = (lines[index + 1] ?? "").split(" ")[0] ?? "";
          expect(line.length + 1 + next.length).toBeGreaterThan(12);
        }
      }),
    );
  });

  it("does not change a line that fits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]( ?[a-z])*$/), (text) => {
        expect(wrapText(text, Math.max(1, text.length))).toEqual([text]);
      }),
    );
  });
});

describe("cutText", () => {
  it("keeps text that fits and marks a cut", () => {
    expect(cutText("PostgreSQL", 10)).toBe("PostgreSQL");
    expect(cutText("PostgreSQL", 9)).toBe("PostgreS…");
    expect(cutText("a database", 3)).toBe("a…");
    expect(cutText("数据库", 5)).toBe("数据…");
    expect(cutText("数据库", 4)).toBe("数…");
  });

  it("shows only the first line, and that there are more", () => {
    expect(cutText("one\ntwo", 20)).toBe("one…");
  });

  it("accepts another ellipsis", () => {
    expect(cutText("PostgreSQL", 6, "...")).toBe("Pos...");
    expect(cutText("PostgreSQL", 2, "...")).toBe("..");
    expect(cutText("PostgreSQL", 0)).toBe("");
  });

  it("never exceeds the width", () => {
    fc.assert(
      fc.property(mixedText, fc.integer({ min: 0, max: 20 }), (text, width) => {
        expect(cellWidth(cutText(text, width))).toBeLessThanOrEqual(width);
      }),
      { numRuns: 400 },
    );
  });
});

describe("padText", () => {
  it("fills up to the width and never cuts", () => {
    expect(padText("数据", 6)).toBe("数据  ");
    expect(padText("long", 2)).toBe("long");
    expect(padText("", 2)).toBe("  ");
  });
});
