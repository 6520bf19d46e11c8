import { maxMarkdownDepth, maxMarkdownWork } from "../limits.ts";

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
 * Keeps a markdown lexer from overflowing the stack or taking very long: text that is nested too deeply, or has too many marks for its
 * length, becomes plain text.
 */
export function boundLexer<Lexer extends MarkdownLexer>(lexer: Lexer): Lexer {
  const bounded: MarkdownLexer = lexer;
  const blockTokens = lexer.blockTokens.bind(lexer);
  const inlineTokens = lexer.inlineTokens.bind(lexer);
  let depth = 0;

  function nested(src: string, tokens: MarkdownToken[], lex: () => MarkdownToken[], isPlain: boolean): MarkdownToken[] {
    if (isPlain || depth >= maxMarkdownDepth) {
      tokens.push({ type: "text", raw: src, text: src });
      return tokens;
    }
    depth += 1;
    try {
      return lex();
    } finally {
      depth -= 1;
    }
  }

  bounded.blockTokens = (src, tokens = [], clipped) =>
    nested(src, tokens, () => blockTokens(src, tokens, clipped), false);
  bounded.inlineTokens = (src, tokens = []) => nested(src, tokens, () => inlineTokens(src, tokens), isCostly(src));
  return lexer;
}

/** A lexer searches all following text for the other end of each mark, so its work grows with both. */
function isCostly(text: string): boolean {
  let marks = 0;
  for (const _ of text.matchAll(/[*_~`[\]<!&@:]|www/g)) marks += 1;
  return marks * text.length > maxMarkdownWork;
}
