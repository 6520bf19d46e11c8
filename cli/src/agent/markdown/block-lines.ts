import { type Glyphs, type Line, lineWidth, type Span, span, wrapField } from "@yourcall/terminal";
import type { Token, Tokens } from "marked";
import { toInlineSpans } from "./inline-spans.ts";
import { toTableLines } from "./table-lines.ts";
import { wrapSpans } from "./wrap-spans.ts";

export interface BlockContext {
  width: number;
  glyphs: Glyphs;
}

/** A block as lines. The first `stable` of them stay as they are, whatever is written after them. */
export interface BlockLines {
  lines: Line[];
  stable: number;
}

const widestRule = 40;

/** One block of marked's lexer as lines of the screen; empty for what shows nothing. The text is clean already. */
export function toBlockLines(token: Token, context: BlockContext): BlockLines {
  const { width, glyphs } = context;
  const block = token as Tokens.Generic;
  switch (block.type) {
    case "space":
    case "def":
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

// Code breaks at the edge and nowhere else, and keeps every space.
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
    // Tight however it was written: whether a list is loose is known only at its end.
    const tokens = item.tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
    const body = tokens.flatMap((token) => toBlockLines(token, { ...context, width }).lines);
    for (const [row, line] of (body.length === 0 ? [[]] : body).entries())
      lines.push(row === 0 ? [...start, ...line] : line.length === 0 ? [] : [span(" ".repeat(indent)), ...line]);
  }
  return { lines, stable };
}
