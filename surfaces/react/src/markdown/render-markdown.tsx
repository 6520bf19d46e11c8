import { cleanText } from "@yourcall/core";
import { boundLexer, maxMarkdownLength } from "@yourcall/core/internal";
import { Lexer, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { LongText } from "../long-text.tsx";
import { toCodeParts } from "./code-parts.ts";

const maxDepth = 20;
const protocols = new Set(["http:", "https:", "mailto:"]);

/**
 * An agent's markdown as elements. HTML in it stays text, no image is fetched, and links lead only to the web or
 * a mailbox.
 *
 * @example
 * import { QuestionCard } from "@yourcall/react";
 * const card = (
 *   <QuestionCard ask={ask} onSubmit={async () => {}} onDecline={async () => {}} renderMarkdown={renderMarkdown} />
 * );
 */
export function renderMarkdown(text: string): ReactNode {
  const clean = cleanText(text);
  if (clean.length > maxMarkdownLength || isDeep(clean)) return <Plain text={clean} />;
  try {
    return <div className="yc-markdown">{renderAll(boundLexer(new Lexer({ gfm: true })).lex(clean), 0)}</div>;
  } catch {
    return <Plain text={clean} />;
  }
}

/** Text as it is written, drawn frame by frame if it is long. */
function Plain({ text }: { text: string }): ReactNode {
  return (
    <div className="yc-plain">
      <LongText text={text} />
    </div>
  );
}

export { LongText };

/**
 * `renderMarkdown` as a component.
 *
 * @example
 * import ReactMarkdown from "@yourcall/react/markdown";
 * const text = <ReactMarkdown text="**bold**" />;
 */
export default function Markdown({ text }: { text: string }): ReactNode {
  return renderMarkdown(text);
}

// Hundreds of nested quotes and lists would take the lexer very long.
function isDeep(text: string): boolean {
  return /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)](?=[ \t]))){16}/m.test(text) || /[[(*_~]{64}/.test(text);
}

// Spread as children, since tokens have no id to use as a key and never move.
function renderAll(tokens: Token[] | undefined, depth: number): ReactNode {
  const parts = (tokens ?? []).map((token) => createElement(Part, { token, depth: depth + 1 }));
  return createElement(Fragment, null, ...parts);
}

function Part({ token, depth }: { token: Token; depth: number }): ReactNode {
  if (depth > maxDepth) return token.raw;
  const inner = () => renderAll("tokens" in token ? token.tokens : undefined, depth);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return <p>{inner()}</p>;
    // Headings would mix with those of the page.
    case "heading":
      return (
        <p data-level={Math.min(token.depth, 3)}>
          <strong>{inner()}</strong>
        </p>
      );
    case "blockquote":
      return <blockquote>{inner()}</blockquote>;
    case "list":
      return renderList(token as Tokens.List, depth);
    case "code":
      return <pre>{createElement("code", null, ...renderCode(token as Tokens.Code))}</pre>;
    case "hr":
      return <hr />;
    case "table":
      return renderTable(token as Tokens.Table, depth);
    case "strong":
      return <strong>{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "del":
      return <del>{inner()}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "checkbox":
      return token.checked === true ? "[x] " : "[ ] ";
    case "link": {
      const address = toSafeAddress(token.href);
      if (address === null) return token.raw;
      return (
        <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
          {inner()}
        </a>
      );
    }
    case "image":
      return `${token.text === "" ? "image" : token.text} (${token.href})`;
    case "text":
      if ("tokens" in token && token.tokens !== undefined) return inner();
      // What was too much work keeps its line breaks.
      return depth === 1 ? <p className="yc-plain">{token.text}</p> : token.text;
    case "escape":
      return token.text;
    // HTML and everything else is text.
    default:
      return token.raw;
  }
}

function renderCode({ text, lang = "" }: Tokens.Code): ReactNode[] {
  return toCodeParts(text, /^\S*/.exec(lang)?.[0] ?? "").map((part) =>
    part.kind === undefined ? part.text : createElement("span", { "data-code": part.kind }, part.text),
  );
}

function renderList({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const rows = items.map((item) => createElement("li", null, renderAll(item.tokens, depth)));
  return ordered
    ? createElement("ol", { start: typeof start === "number" ? start : 1 }, ...rows)
    : createElement("ul", null, ...rows);
}

function renderTable({ header, rows }: Tokens.Table, depth: number): ReactNode {
  const toRow = (cells: Tokens.TableCell[], cell: "th" | "td") =>
    createElement("tr", null, ...cells.map(({ tokens }) => createElement(cell, null, renderAll(tokens, depth))));
  return (
    <table>
      <thead>{toRow(header, "th")}</thead>
      {createElement("tbody", null, ...rows.map((row) => toRow(row, "td")))}
    </table>
  );
}

/** The address of a link: absolute, to the web or a mailbox. Null for anything else. */
function toSafeAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && protocols.has(url.protocol) ? url.href : null;
}
