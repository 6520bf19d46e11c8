import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unicodeGlyphs } from "../screen/glyphs.ts";
import { cellWidth } from "../text/cell-width.ts";
import { lineText } from "../text/styled-line.ts";
import { createStreamingMarkdown } from "./streaming-markdown.ts";

const open = (width = 40) => createStreamingMarkdown({ width: () => width, glyphs: unicodeGlyphs });

/** What has been released, and what is still shown, after these pieces. */
function stream(pieces: string[], width?: number) {
  const markdown = open(width);
  const given: string[] = [];
  for (const piece of pieces) {
    markdown.add(piece);
    given.push(...markdown.take().map(lineText));
  }
  const tail = markdown.tail().map(lineText);
  return { given, tail, all: [...given, ...markdown.finish().map(lineText)] };
}

describe("createStreamingMarkdown", () => {
  it("releases a block when the next one has begun, and shows the rest as it grows", () => {
    expect(stream(["# Plan\n\nFirst a lo"])).toMatchObject({ given: [], tail: ["Plan", "", "First a lo"] });
    expect(stream(["# Plan\n\nFirst a look.\n"])).toMatchObject({ given: ["Plan"], tail: ["", "First a look."] });
    expect(stream(["# Plan\n\nFirst a look.\n\nThen"]).all).toEqual(["Plan", "", "First a look.", "", "Then"]);
  });

  it("releases lines of code and list items one by one", () => {
    expect(stream(["```ts\nconst a = 1;\nconst b"])).toMatchObject({
      given: [],
      tail: ["  const a = 1;", "  const b"],
    });
    expect(stream(["```ts\nconst a = 1;\nconst b = 2;\nc"])).toMatchObject({
      given: ["  const a = 1;"],
      tail: ["  const b = 2;", "  c"],
    });
    expect(stream(["- one\n- two\n", "- th"])).toMatchObject({ given: ["• one"], tail: ["• two", "• th"] });
  });

  it("keeps a list together while its next number is incomplete", () => {
    expect(stream(["1. one\n\n2", ". two\n\n3", ". three"]).all).toEqual(["1. one", "2. two", "3. three"]);
  });

  it("shows a table in columns, or row by row if it is too wide", () => {
    const table = "| name | size |\n| --- | --- |\n| 数据库 | 4 |\n| a.ts | 120 |\n";
    expect(stream([table]).all).toEqual(["name    size", "数据库  4", "a.ts    120"]);
    expect(stream([table], 8).all).toEqual(["name: 数", "据库", "size: 4", "", "name:", "a.ts", "size:", "120"]);
  });

  it("shows where a link leads, and HTML as plain text", () => {
    expect(stream(["[docs](https://a.example) & <b>"]).all).toEqual(["docs (https://a.example) & <b>"]);
  });

  it("lets no escape sequence through, even if it comes in pieces", () => {
    const { all } = stream(["a\u001b]0;ev", "il\u0007b\u001b", "[31mc\n\n", "\u001b[2", "Jd \u202eabc"]);
    expect(all).toEqual(["abc", "", "d abc"]);
  });

  it("shows markdown that is made to break it as it is written", () => {
    const shown = (text: string) => stream([text]).all.join("").replace(/[\s│]/g, "");
    expect(shown(">".repeat(10_000))).toMatch(/^>{9990}$/);
    expect(shown("1. ".repeat(10_000))).toMatch(/^(1\.){10000}$/);
    expect(shown("[".repeat(10_000))).toMatch(/^\[{10000}$/);
    const emphasis = "_a_".repeat(33_000);
    expect(stream([emphasis]).all.join("")).toBe(emphasis);
  });

  it("cuts a block that is too long, and loses nothing of it", () => {
    const paragraph = Array.from({ length: 9000 }, (_, row) => `w${row}`).join("\n");
    const list = Array.from({ length: 6000 }, (_, row) => `- item ${row}`).join("\n");
    const code = `\`\`\`ts\n${Array.from({ length: 6000 }, (_, row) => `  const a${row} = 1;`).join("\n")}\n\`\`\`\n\nEnd.`;
    const pieces = 20;
    const cut = (text: string) =>
      Array.from({ length: pieces }, (_, index) =>
        text.slice((index * text.length) / pieces, ((index + 1) * text.length) / pieces),
      );
    expect(stream(cut(paragraph)).all.join(" ").split(" ")).toEqual(paragraph.split("\n"));
    expect(stream(cut(list)).all).toEqual(list.replaceAll("- ", "• ").split("\n"));
    expect(stream(cut(code)).all).toEqual([
      ...Array.from({ length: 6000 }, (_, row) => `    const a${row} = 1;`),
      "",
      "End.",
    ]);
  });

  const block = fc.oneof(
    fc.constant("# A heading\n\n"),
    fc.constant("- one\n- two words\n  - nested\n\n"),
    fc.constant("- [x] done\n\n"),
    fc.constant("1. first\n2. second\n\n"),
    fc.constant("```\n  code that is longer than the screen is wide, and more\n\nend\n```\n\n"),
    fc.constant("> quoted\n> twice\n\n"),
    fc.constant("| a | b |\n| - | - |\n| 1 | 2 |\n\n"),
    fc.constant("Some **strong** and *other* `code` 数据库 words that wrap somewhere.\n\n"),
    fc.constant("---\n\n"),
  );
  const blocks = fc.array(block, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));

  it("gives the same result however the text is split, with no line wider than the screen", () => {
    fc.assert(
      fc.property(
        blocks,
        fc.array(fc.nat(400), { maxLength: 12 }),
        fc.integer({ min: 12, max: 60 }),
        (text, cuts, width) => {
          const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
          const pieces = [0, ...places].map((from, index) => text.slice(from, places[index]));
          const whole = stream([text], width).all;
          expect(stream(pieces, width).all).toEqual(whole);
          for (const line of whole) expect(cellWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
