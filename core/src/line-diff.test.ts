import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget, lineDiff } from "./line-diff.ts";

const show = (before: string, after: string) => lineDiff(before, after).map(({ sign, text }) => `${sign}${text}`);

test("only the lines that change are removed and added", () => {
  expect(show("a\nb\nc\n", "a\nx\nc\nd\n")).toEqual([" a", "-b", "+x", " c", "+d"]);
  expect(show("a\nb\nc\nd\ne", "b\nc\nq\ne\nf")).toEqual(["-a", " b", " c", "-d", "+q", " e", "+f"]);
  expect(show("", "a\n\n")).toEqual(["+a", "+"]);
  expect(show("a", "")).toEqual(["-a"]);
  expect(show("", "")).toEqual([]);
});

test("whatever the texts, the lines make up both of them", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "", " "), { maxLength: 12 }).map((lines) => lines.join("\n"));
  const side = (lines: ReturnType<typeof lineDiff>, sign: string) =>
    lines.filter((line) => line.sign !== sign).map((line) => line.text);
  const toLines = (whole: string) => (whole === "" ? [] : whole.replace(/\n$/, "").split("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      expect(side(lines, "+")).toEqual(toLines(before));
      expect(side(lines, "-")).toEqual(toLines(after));
    }),
  );
});

test("a change of thousands of lines takes no longer than a frame may", () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}`).join("\n");
  const began = performance.now();
  expect(lineDiff(`a\n${many("x")}\nz`, `a\n${many("y")}\nz`)).toHaveLength(40_002);
  expect(performance.now() - began).toBeLessThan(2000);
});

test("many changes together take no longer than one may", () => {
  const budget = createBudget();
  const [before, after] = [fill("a\nb\n", 900), fill("c\nb\nd\n", 900)];
  const signs = Array.from({ length: 350 }, () => lineDiff(before, after, budget).filter(({ sign }) => sign === " "));
  // Each could be compared alone. Together, only the first is; the others are shown as removed and added.
  expect(signs.filter(({ length }) => length > 0)).toHaveLength(1);
  expect(budget.pairs).toBeGreaterThanOrEqual(0);
});

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
