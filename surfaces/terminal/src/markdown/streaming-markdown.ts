import { cleanText } from "@yourcall/core";
import { boundLexer, maxMarkdownLength, maxMarkdownWork } from "@yourcall/core/internal";
import { Lexer, type Token } from "marked";
import type { Glyphs } from "../screen/glyphs.ts";
import type { Line } from "../text/styled-line.ts";
import { showPlansWith } from "../view/view-approval.ts";
import { type BlockLines, toBlockLines } from "./block-lines.ts";

/** A model's markdown as it arrives: lines that can no longer change are released once, the rest is shown as it grows. */
export function createStreamingMarkdown(context: { width: () => number; glyphs: Glyphs }) {
  // Complete lines, cleaned. An escape sequence is removed only up to the end of its line, so each line can be cleaned alone.
  let lines = "";
  // The current line, raw.
  let line = "";
  // How many lines of the current block are released, at this width.
  let given = 0;
  let width = context.width();
  let begun = false;
  // A block that was too long continues, without an empty line between its parts.
  let joins = false;

  function render(token: Token): BlockLines {
    return toBlockLines(token, { width, glyphs: context.glyphs });
  }

  function withGap(block: Line[]): Line[] {
    if (block.length === 0) return [];
    const gap: Line[] = begun && !joins ? [[]] : [];
    begun = true;
    joins = false;
    return [...gap, ...block];
  }

  /** The lines of this block that are not released yet. */
  function restOf(block: Line[]): Line[] {
    if (given === 0) return withGap(block);
    const rest = block.slice(given);
    given = 0;
    return rest;
  }

  function fresh(): void {
    if (given === 0) width = context.width();
  }

  function takeBlocks(tokens: readonly Token[], out: Line[]): void {
    for (const token of tokens) {
      out.push(...restOf(render(token).lines));
      lines = lines.slice(token.raw.length);
      fresh();
    }
  }

  /** Releases blocks from the front until at most one of maximum length is left; a longer one is cut. */
  function takeExcess(out: Line[]): void {
    while (lines.length > maxMarkdownLength) {
      const end = lines.lastIndexOf("\n", maxMarkdownLength - 1) + 1;
      const tokens = lex(lines.slice(0, end === 0 ? maxMarkdownLength : end));
      const last = tokens.findLastIndex(({ type }) => type !== "space");
      if (last > 0) takeBlocks(tokens.slice(0, last), out);
      else {
        takeBlocks(tokens, out);
        lines = toFence(tokens[last]) + lines;
        joins = true;
      }
    }
  }

  return {
    add(text: string) {
      line += text;
      const end = line.lastIndexOf("\n") + 1;
      const complete = line.length - end > maxMarkdownLength ? line.length : end;
      lines += cleanText(line.slice(0, complete));
      line = line.slice(complete);
    },
    /** Lines that stay. Each is returned once. */
    take() {
      const out: Line[] = [];
      fresh();
      takeExcess(out);
      // A block has ended once another one has begun with a complete line.
      const tokens = lex(lines);
      const last = tokens.findLastIndex(({ type }) => type !== "space");
      takeBlocks(tokens.slice(0, Math.max(0, last)), out);
      const [open] = lex(lines).filter(({ type }) => type !== "space");
      if (open === undefined) return out;
      const { lines: block, stable } = render(open);
      if (stable > given) {
        out.push(...(given === 0 ? withGap(block.slice(0, stable)) : block.slice(given, stable)));
        given = stable;
      }
      return out;
    },
    /** The lines that may still change, as they look now. */
    tail() {
      const [first, ...others] = lex(lines + cleanText(line)).filter(({ type }) => type !== "space");
      if (first === undefined) return [];
      const out = render(first).lines.slice(given);
      if (given === 0 && begun && !joins && out.length > 0) out.unshift([]);
      for (const token of others) out.push([], ...render(token).lines);
      return out;
    },
    /** Everything that is left; the next text starts afresh. */
    finish() {
      const out: Line[] = [];
      fresh();
      lines += cleanText(line);
      takeExcess(out);
      takeBlocks(lex(lines), out);
      lines = "";
      line = "";
      begun = false;
      joins = false;
      given = 0;
      return out;
    },
  };
}

function lex(text: string): Token[] {
  // More than on a page: here a list of thousands of lines takes no longer to draw than other text.
  return boundLexer(new Lexer(), 6 * maxMarkdownWork).lex(text);
}

/** The opening line of a block of fenced code, so that the text after a cut is code too. */
function toFence(token: Token | undefined): string {
  const line = token?.type === "code" ? token.raw.slice(0, token.raw.indexOf("\n") + 1) : "";
  return /^ {0,3}(?:```|~~~)/.test(line) ? line : "";
}

/** From now on, shows agents' plans as rendered markdown. The prompt of `yourcall ask` does without the parser. */
export function showPlans(glyphs: Glyphs): void {
  showPlansWith((text, width) => {
    const markdown = createStreamingMarkdown({ width: () => width, glyphs });
    markdown.add(text);
    return markdown.finish();
  });
}
