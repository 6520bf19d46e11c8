import fc from "fast-check";
import { expect, test } from "vitest";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { lineWidth } from "../text/styled-line.ts";
import { type Hint, hintRow } from "./view-hints.ts";

const words = fc.constantFrom("↑↓ move", "←→ questions", "esc list", "? keys", "expires in 1:00:00", "n note");
const arbitraryHint = fc.record({ words, rank: fc.constantFrom(1, 2, 3) });

test("a row of hints is never wider than the screen, also if hints are equally important", () => {
  fc.assert(
    fc.property(fc.array(arbitraryHint, { maxLength: 7 }), fc.integer({ min: 30, max: 120 }), (others, width) => {
      const all: Hint[] = [{ words: "enter choose, next", rank: 0 }, ...others];
      for (const line of hintRow(all, width, unicodeGlyphs)) expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
