import fc from "fast-check";
import { expect, test } from "vitest";
import { toDifference } from "./difference.ts";

test("what changes is shown with the lines around it", () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const after = lines.toSpliced(5, 1, "five", "and a half");
  expect(toDifference(lines.join("\n"), after.join("\n"))).toEqual([
    "  line 2",
    "  line 3",
    "  line 4",
    "- line 5",
    "+ five",
    "+ and a half",
    "  line 6",
    "  line 7",
    "  line 8",
    "  …",
  ]);
  expect(toDifference("same", "same")).toEqual([]);
});

test("what is taken out and put in leads from one text to the other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = toDifference(before.join("\n"), after.join("\n"));
      const side = (mark: string) => lines.filter((line) => line[0] !== mark).map((line) => line.slice(2));
      if (before.join() !== after.join()) expect([side("+"), side("-")]).toEqual([before, after]);
    }),
  );
});
