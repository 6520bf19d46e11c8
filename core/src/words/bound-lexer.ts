import { maxMarkdownDepth, maxMarkdownWork, maxParagraphWork } from "../limits.ts";

interface MarkdownToken {
  type: string;
  raw: string;
  text?: string;
}

/** The part of marked's lexer that is bounded here. */
export interface MarkdownLexer {
  blockTokens(src: string, tokens?: MarkdownToken[], lastParagraphClipped?: boolean): MarkdownToken[];
  inlineTokens(src: string, tokens?: MarkdownToken[]): MarkdownToken[];
}

/**
 * Keeps a markdown lexer from overflowing the stack or taking very long: text that is nested too deeply, or has too many marks or lines
 * for its length, becomes plain text, and so does everything after the work for one text is used up.
 */
export function boundLexer<Lexer extends MarkdownLexer>(lexer: Lexer, maxWork = maxMarkdownWork): Lexer {
  const bounded: MarkdownLexer = lexer;
  const blockTokens = lexer.blockTokens.bind(lexer);
  const inlineTokens = lexer.inlineTokens.bind(lexer);
  let depth = 0;
  let left = maxWork;

  function nested(src: string, tokens: MarkdownToken[], lex: () => MarkdownToken[], work: number): MarkdownToken[] {
    if (work > left || depth >= maxMarkdownDepth) {
      tokens.push({ type: "text", raw: src, text: src });
      return tokens;
    }
    left -= work;
    depth += 1;
    try {
      return lex();
    } finally {
      depth -= 1;
    }
  }

  bounded.blockTokens = (src, tokens = [], clipped) =>
    nested(src, tokens, () => blockTokens(src, tokens, clipped), blockWork(src));
  bounded.inlineTokens = (src, tokens = []) => nested(src, tokens, () => inlineTokens(src, tokens), inlineWork(src));
  return lexer;
}

/** A lexer cuts one line after the other off the text, and may look at all that is left for each. */
function blockWork(text: string): number {
  return (count(text, /\n/g) * text.length) / 3;
}

/** A lexer searches all following text for the other end of each mark, so its work grows with both. */
function inlineWork(text: string): number {
  const work = count(text, /[*_~`[\]<!&@:\\]|www/g) * text.length;
  return work > maxParagraphWork ? Infinity : work;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
