import { describe, expect, test } from "vitest";
import { maxMarkdownDepth } from "../limits.ts";
import { boundLexer, type MarkdownLexer } from "./bound-lexer.ts";

/** A lexer that removes one `>` at a time, and counts its calls and the characters it reads. */
function countingLexer() {
  const counts = { deepest: 0, depth: 0, inline: 0 };
  const lexer: MarkdownLexer = boundLexer<MarkdownLexer>({
    blockTokens(src, tokens = []) {
      counts.depth += 1;
      counts.deepest = Math.max(counts.deepest, counts.depth);
      if (src.startsWith(">")) lexer.blockTokens(src.slice(1), tokens);
      else lexer.inlineTokens(src, tokens);
      counts.depth -= 1;
      return tokens;
    },
    inlineTokens(src, tokens = []) {
      counts.inline += src.length;
      return tokens;
    },
  });
  return { lexer, counts };
}

describe("boundLexer", () => {
  test("text that is nested too deeply becomes plain text", () => {
    const { lexer, counts } = countingLexer();
    const tokens = lexer.blockTokens(">".repeat(10_000));
    expect(counts.deepest).toBe(maxMarkdownDepth);
    expect(tokens).toEqual([
      { type: "text", raw: ">".repeat(10_000 - maxMarkdownDepth), text: ">".repeat(10_000 - maxMarkdownDepth) },
    ]);
    // The depth is reset for the next text.
    expect(lexer.blockTokens(">a")).toEqual([]);
  });

  test.each(["_a_", "a_", "*", "[a](", "`", "http://a.", "a@"])("a paragraph of %s is plain text", (mark) => {
    const { lexer, counts } = countingLexer();
    const text = mark.repeat(5000);
    expect(lexer.blockTokens(text)).toEqual([{ type: "text", raw: text, text }]);
    expect(counts.inline).toBe(0);
  });

  test("a text of many paragraphs, each with few enough marks, has a limit for all of them together", () => {
    const { lexer, counts } = countingLexer();
    const text = "*a_`[".repeat(120);
    for (let count = 0; count < 100; count++) lexer.blockTokens(text);
    expect(counts.inline).toBeGreaterThan(0);
    expect(counts.inline).toBeLessThan(20 * text.length);
  });

  test("a text of very many lines is plain text", () => {
    const { lexer, counts } = countingLexer();
    const text = "- a\n".repeat(5000);
    expect(lexer.blockTokens(text)).toEqual([{ type: "text", raw: text, text }]);
    expect(counts.deepest).toBe(0);
  });

  test("a text as long and with as many lines as a large plan is markdown", () => {
    const { lexer, counts } = countingLexer();
    lexer.blockTokens("- Some **strong** words and `code`, as plans have\n".repeat(400));
    expect(counts.deepest).toBe(1);
  });

  test("a long paragraph with the marks that people write is markdown", () => {
    const { lexer, counts } = countingLexer();
    const text = "Some **strong** words, `code` and [a link](https://a.example) in the midst of others. ".repeat(20);
    lexer.blockTokens(text);
    expect(counts.inline).toBe(text.length);
  });
});
