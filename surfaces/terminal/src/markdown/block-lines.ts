import type { Token, Tokens } from "marked";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import { type Line, lineText, lineWidth, type Span, span } from "../text/styled-line.ts";
import { wrapField } from "../text/wrap-field.ts";
import { padText, wrapText } from "../text/wrap-text.ts";

interface BlockContext {
  width: number;
  glyphs: Glyphs;
}

/** A block as lines. The first `stable` of them no longer change. */
export interface BlockLines {
  lines: Line[];
  stable: number;
}

const widestRule = 40;

/** One block of marked's lexer as lines of the screen; empty if it shows nothing. The text is already clean. */
export function toBlockLines(token: Token, context: BlockContext): BlockLines {
  const { width, glyphs } = context;
  const block = token as Tokens.Generic;
  switch (block.type) {
    case "space":
      return growing([]);
    case "heading":
      return growing(
        wrapSpans(
          toInlineSpans(block.tokens, block.depth < 3 ? "chip" : "strong").map((piece) =>
            piece.style === "text" ? { ...piece, style: "strong" } : piece,
          ),
          width,
        ),
      );
    case "code":
      return toCodeLines(block.text, width);
    case "list":
      return toListLines(block as Tokens.List, context);
    case "blockquote":
      return growing(
        toLines(block.tokens ?? [], { ...context, width: Math.max(1, width - 2) }).map(
          (line): Line => [span(`${glyphs.rail} `, "dim"), ...line],
        ),
      );
    case "table":
      return growing(toTableLines(block as Tokens.Table, width));
    case "hr":
      return growing([[span(glyphs.horizontal.repeat(Math.min(width, widestRule)), "dim")]]);
    case "paragraph":
    case "text":
      return growing(wrapSpans(toInlineSpans(block.tokens ?? [block as Token]), width));
    default:
      return growing(wrapSpans([span(block.raw.trimEnd())], width));
  }
}

/** Blocks below each other, with an empty line between them. */
export function toLines(tokens: readonly Token[], context: BlockContext): Line[] {
  const lines: Line[] = [];
  for (const token of tokens) {
    const block = toBlockLines(token, context).lines;
    if (lines.length > 0 && block.length > 0) lines.push([]);
    lines.push(...block);
  }
  return lines;
}

function growing(lines: Line[]): BlockLines {
  return { lines, stable: 0 };
}

// Code wraps only at the edge, and keeps every space.
function toCodeLines(text: string, width: number): BlockLines {
  const rows = text.split("\n").map((line) => {
    const wrapped = wrapField(line, 0, Math.max(1, width - 2)).lines;
    return wrapped.length > 1 && wrapped.at(-1) === "" ? wrapped.slice(0, -1) : wrapped;
  });
  const lines = rows.flat().map((row): Line => (row === "" ? [] : [span("  "), span(row, "secondary")]));
  return { lines, stable: lines.length - (rows.at(-1)?.length ?? 0) };
}

function toListLines(list: Tokens.List, context: BlockContext): BlockLines {
  const lines: Line[] = [];
  let stable = 0;
  for (const [index, item] of list.items.entries()) {
    stable = lines.length;
    const number = (typeof list.start === "number" ? list.start : 1) + index;
    const mark = span(list.ordered ? `${number}. ` : `${context.glyphs.bullet} `, "secondary");
    const box = item.task ? [span(`${item.checked ? context.glyphs.boxOn : context.glyphs.boxOff} `)] : [];
    const start: Span[] = [mark, ...box];
    const indent = lineWidth(start);
    const width = Math.max(1, context.width - indent);
    // Always shown tight, because whether a list is loose is known only at its end.
    const tokens = item.tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
    const body = tokens.flatMap((token) => toBlockLines(token, { ...context, width }).lines);
    for (const [row, line] of (body.length === 0 ? [[]] : body).entries())
      lines.push(row === 0 ? [...start, ...line] : line.length === 0 ? [] : [span(" ".repeat(indent)), ...line]);
  }
  return { lines, stable };
}

/** The inline content of a paragraph, as styled pieces. Marks that carry meaning in plain text stay. */
function toInlineSpans(tokens: readonly Token[] | undefined, style: StyleName = "text"): Span[] {
  return (tokens ?? []).flatMap((token) => toSpans(token as Tokens.Generic, style));
}

function toSpans(token: Tokens.Generic, style: StyleName): Span[] {
  switch (token.type) {
    case "strong":
      return toInlineSpans(token.tokens, "strong");
    case "em":
      return toInlineSpans(token.tokens, style === "text" ? "emphasis" : style);
    case "codespan":
      return [span(token.text, "primary")];
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
      // HTML and anything else is shown as plain text.
      return [span(token.raw, style)];
  }
}

// A link shows its address, since its text may say something else.
function toAddress(text: string, href: string): Span[] {
  return href === "" || text === href || `mailto:${text}` === href ? [] : [span(` (${href})`, "muted")];
}

const gap = "  ";

/** A table in columns, or if it is too wide, row by row with the name of each column. */
function toTableLines(table: Tokens.Table, width: number): Line[] {
  const rows = [table.header, ...table.rows].map((cells) => cells.map((cell) => toInlineSpans(cell.tokens)));
  const header = rows[0] ?? [];
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => widthOf(cells[column]))));
  if (widths.reduce((sum, size) => sum + size + gap.length, -gap.length) > width) return toRecords(rows, width);
  return rows.map((cells, row) =>
    cells.flatMap((cell, column): Span[] => {
      const pieces = row === 0 ? cell.map(({ text }) => span(text, "strong")) : cell;
      const blank = padText("", (widths[column] ?? 0) - widthOf(cell));
      return column === cells.length - 1 ? pieces : [...pieces, span(`${blank}${gap}`)];
    }),
  );
}

function toRecords([header = [], ...rows]: Span[][][], width: number): Line[] {
  return rows.flatMap((cells, row) => [
    ...(row === 0 ? [] : [[]]),
    ...cells.flatMap((cell, column) =>
      wrapSpans([span(`${lineText(header[column] ?? [])}: `, "strong"), ...cell], width),
    ),
  ]);
}

function widthOf(cell: readonly Span[] | undefined): number {
  return cellWidth(lineText(cell ?? []));
}

/** Styled pieces as lines of at most `width` cells, broken where unstyled text would be. */
function wrapSpans(spans: readonly Span[], width: number): Line[] {
  const text = spans.map((piece) => piece.text).join("");
  const styles: StyleName[] = spans.flatMap((piece) => Array<StyleName>(piece.text.length).fill(piece.style));
  let at = 0;
  return wrapText(text, width).map((wrapped) => {
    const line: Span[] = [];
    for (const unit of wrapped.split("")) {
      // Only white space is dropped at a line break.
      while (text[at] !== unit && /\s/.test(text[at] ?? "x")) at++;
      const style = styles[at] ?? "text";
      at++;
      const last = line.at(-1);
      if (last?.style === style) last.text += unit;
      else line.push({ text: unit, style });
    }
    return line;
  });
}
