import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine } from "../clean-text.ts";
import { arbitraryText } from "../testing/arbitrary-ask.ts";
import { escapeLine, fenceLines, quoteLines } from "./escape-markdown.ts";

/** How markdown reads backslashes. */
function toShown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

const awkward = fc.oneof(
  arbitraryText,
  fc.string({ unit: fc.constantFrom(..."#*_`[]()<>&|~$-+=:!\\1.) a\n"), maxLength: 20 }),
);

describe("a line", () => {
  test.each([
    ["*bold* _it_ `code` ~~gone~~", "\\*bold\\* \\_it\\_ \\`code\\` \\~\\~gone\\~\\~"],
    ["[link](https://x) ![image](y)", "\\[link\\](https://x) !\\[image\\](y)"],
    ["<script>alert(1)</script> &lt;", "\\<script\\>alert(1)\\</script\\> \\&lt;"],
    ["# heading", "\\# heading"],
    ["heading #", "heading \\#"],
    ["- item", "\\- item"],
    ["1. item", "1\\. item"],
    ["1.5 is more", "1\\.5 is more"],
    ["===", "\\==="],
    ["a | b", "a \\| b"],
    ["C:\\path", "C:\\\\path"],
    ["two\nlines", "two lines"],
    ["\u001b[31mred\u202e", "red"],
  ])("%j is written %j", (text, expected) => {
    expect(escapeLine(text)).toBe(expected);
  });

  test("reads as the original text, and no mark in it is left unescaped", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const escaped = escapeLine(text);
        expect(toShown(escaped)).toBe(cleanLine(text));
        expect(escaped.replace(/\\[!-/:-@[-`{-~]/g, "x")).not.toMatch(/[\\`*_[\]<>&~|$]|^[#+\-=:>]|^\d+[.)]|\s#$/);
      }),
      { numRuns: 400 },
    );
  });
});

describe("a quote", () => {
  test("keeps its lines and paragraphs", () => {
    expect(quoteLines("first\nsecond\n\n    third")).toEqual(["> first\\", "> second", ">", "> third"]);
  });

  test("every line of it stays inside, and begins nothing", () => {
    fc.assert(
      fc.property(fc.array(awkward, { maxLength: 5 }), (lines) => {
        for (const line of quoteLines(lines.join("\n")))
          expect(line).toMatch(/^>( (?![#+\-=>:|~`<[*_]|\d+[.)]| ).*)?$/);
      }),
      { numRuns: 400 },
    );
  });

  test("of an empty text is empty", () => {
    expect(quoteLines(" \n ")).toEqual([]);
  });
});

test("a fence is longer than any in its text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("`", "a", "\n"), maxLength: 40 }), (text) => {
      const [open = "", ...rest] = fenceLines(text);
      const fence = open.replace(/text$/, "");
      expect(rest.indexOf(fence)).toBe(rest.length - 1);
      for (const line of rest.slice(0, -1)) expect(line.startsWith(fence)).toBe(false);
    }),
  );
});
