import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, renderBlock, takeBlocks } from "./block.ts";
import { markSheetErrors, toUnmarkedLines } from "./mark-sheet-errors.ts";

const edit: Block = { name: "edit", hint: "what is between these two lines will run" };
const review: Block = { name: "review", hint: "your remarks begin with >", reserved: ">" };
const around = (block: Block, text: string) => ["## 1 Approval", ...renderBlock(block, text), "- deny"];
const textOf = (block: Block, lines: string[]) =>
  takeBlocks(lines, [block])
    .found.get(block.name)
    ?.lines.map(({ text }) => text)
    .join("\n");

const hostile = [
  "<!-- /edit -->",
  "\\<!-- /edit -->",
  "<!-- /yourcall -->",
  "<!-- ✖ no -->",
  "> x",
  "\\> x",
  "## 1",
  "- allow",
  "```",
];
const arbitraryText = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.constant("")))
  .map((lines) => lines.join("\n").replaceAll("\r", ""));

test("a text comes back from its block as it was, whatever it contains, also after errors were marked in it", () => {
  fc.assert(
    fc.property(fc.constantFrom(edit, review), arbitraryText, fc.nat(20), (block, text, line) => {
      const lines = around(block, text);
      expect(textOf(block, lines)).toBe(text);
      expect(takeBlocks(lines, [block]).rest.filter((rest) => rest !== "")).toEqual(["## 1 Approval", "- deny"]);
      const marked = markSheetErrors(lines.join("\n"), [{ line, message: "no" }]);
      expect(textOf(block, toUnmarkedLines(marked))).toBe(text);
    }),
  );
});

test("a line that the person begins with what the block reserves is told from the same line of the text", () => {
  const [start = "", ...lines] = renderBlock(review, "> quoted\nplain");
  expect(takeBlocks([start, "> mine", ...lines], [review]).found.get("review")).toEqual({
    line: 1,
    lines: [
      { text: "> mine", own: true },
      { text: "> quoted", own: false },
      { text: "plain", own: false },
    ],
  });
});

test("a block without one of its ends, or there twice, is an error that names what is missing", () => {
  const lines = around(edit, "ls");
  const without = (start: string) => lines.filter((line) => !line.startsWith(start));
  expect(takeBlocks(without("<!-- edit"), [edit])).toMatchObject({
    found: new Map(),
    errors: [{ line: 3, message: expect.stringContaining('"<!-- edit: … -->" is missing') }],
  });
  expect(takeBlocks(without("<!-- /edit"), [edit]).errors).toMatchObject([
    { line: 2, message: expect.stringContaining('"<!-- /edit -->" is missing') },
  ]);
  expect(takeBlocks([...lines, ...lines], [edit]).errors).toHaveLength(1);
  expect(takeBlocks([...lines].reverse(), [edit]).errors).toHaveLength(1);
  expect(takeBlocks(without("<!--"), [edit]).errors).toMatchObject([{ line: 1 }]);
});
