import { type Span, type StyleName, span } from "@yourcall/terminal";
import type { Token, Tokens } from "marked";

/** What stands inside a paragraph, as styled pieces. Marks without which the meaning would be gone in plain text stay. */
export function toInlineSpans(tokens: readonly Token[] | undefined, style: StyleName = "text"): Span[] {
  return (tokens ?? []).flatMap((token) => toSpans(token as Tokens.Generic, style));
}

function toSpans(token: Tokens.Generic, style: StyleName): Span[] {
  switch (token.type) {
    case "strong":
      return toInlineSpans(token.tokens, "strong");
    case "em":
      return toInlineSpans(token.tokens, style === "text" ? "emphasis" : style);
    case "codespan":
      return [span(`\`${token.text}\``, "primary")];
    case "br":
      return [span("\n", style)];
    case "del":
      return [span("~~", style), ...toInlineSpans(token.tokens, style), span("~~", style)];
    case "link":
      return [...toInlineSpans(token.tokens, style), ...toAddress(token.text, token.href)];
    case "image":
      return [span(token.text || "image", style), ...toAddress(token.text, token.href)];
    case "text":
      return token.tokens === undefined ? [span(token.text, style)] : toInlineSpans(token.tokens, style);
    case "escape":
      return [span(token.text, style)];
    default:
      // HTML and whatever else a model writes is shown as it is written.
      return [span(token.raw, style)];
  }
}

// A link shows where it leads: its words may say something else.
function toAddress(text: string, href: string): Span[] {
  return href === "" || text === href || `mailto:${text}` === href ? [] : [span(` (${href})`, "muted")];
}
