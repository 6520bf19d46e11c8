import { type Answering, type Ask, cleanLine, cleanText, type ReviewMark } from "@yourcall/core";
import { countComments, toEarlierText, toReviewed } from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { hangLines, indentLines, type Line, lineWidth, span, wrapLine } from "../text/styled-line.ts";
import { type Block, fieldBlock, type Page } from "./page.ts";

// More lines than a screen has, in both directions: the rest is not laid out.
const around = 120;

/** A plan or a change line by line, with what the person wrote about its lines below them. */
export function linesPage(state: Answering, width: number, glyphs: Glyphs): Page {
  const lines = toReviewed(state.ask)?.lines ?? [];
  const { selection } = state;
  const first = Math.max(0, selection.line - 1 - around);
  const last = Math.min(lines.length, selection.line + around);
  const numberWidth = String(lines.length).length;
  const blocks: Block[] = [];
  let focus = 0;
  for (let at = first; at < last; at += 1) {
    const line = at + 1;
    if (line === selection.line) focus = blocks.length;
    blocks.push(lineBlock(state, line, cleanText(lines[at] ?? ""), numberWidth, width, glyphs));
    if (line !== selection.to || (state.field !== "mark-comment" && state.field !== "replacement")) continue;
    focus = blocks.length;
    const name = state.field === "replacement" ? "instead: " : "comment: ";
    const start = [span(" ".repeat(numberWidth + 3)), span(name, "muted")];
    blocks.push({ ...fieldBlock(state, state.field, start, width, glyphs), attached: true });
  }
  return { title: `Line ${selection.line} of ${lines.length}`, head: earlierLines(state.ask, width), blocks, focus };
}

function lineBlock(
  state: Answering,
  line: number,
  text: string,
  numberWidth: number,
  width: number,
  glyphs: Glyphs,
): Block {
  const { from, to, line: at } = state.selection;
  const isSelected = line >= from && line <= to;
  const marks = state.marks.filter((mark) => mark.from <= line && mark.to >= line);
  const isChanged = marks.some(({ replacement }) => replacement !== undefined);
  const pointer = line === at ? `${glyphs.pointer} ` : isSelected ? `${glyphs.rail} ` : "  ";
  const start: Line = [span(`${String(line).padStart(numberWidth)} `, "dim"), span(pointer, "focus")];
  const sign = isChanged ? [span("- ", "danger")] : [];
  const style: StyleName = isChanged ? "danger" : isSelected ? "focus" : "text";
  const indent = lineWidth(start);
  const own = wrapLine(text, width - indent - lineWidth(sign), style);
  const below = marks.filter((mark) => mark.to === line).flatMap((mark) => markLines(mark, state, width - indent));
  const rows = [...hangLines([...start, ...sign], own.length === 0 ? [[]] : own), ...indentLines(below, indent)];
  const isWhole = rows.every((row) => lineWidth(row) <= width);
  return { lines: rows, attached: true, ...(isWhole ? { reviewed: line } : {}) };
}

/** What is shown instead, and the comment. The text of an open field is shown in the field. */
function markLines(mark: ReviewMark, state: Answering, width: number): Line[] {
  const { from, to, quote, comment = "", replacement = "" } = mark;
  const lines = toReviewed(state.ask)?.lines ?? [];
  const isWhole = quote === lines.slice(from - 1, to).join("\n");
  const { selection, field } = state;
  const isOpen = selection.from === from && selection.to === to && selection.quote === quote;
  const about = isWhole ? "" : `"${cleanLine(quote)}": `;
  return [
    ...(replacement === "" || (isOpen && field === "replacement")
      ? []
      : hangLines([span("+ ", "success")], wrapLine(`${isWhole ? "" : about}${replacement}`, width - 2, "success"))),
    ...(comment === "" || (isOpen && field === "mark-comment")
      ? []
      : hangLines([span("> ", "primary")], wrapLine(`${about}${comment}`, width - 2, "secondary"))),
  ];
}

/** Comments on the version before that do not find their lines in this one. */
function earlierLines({ earlierReview = [] }: Ask, width: number): Line[] {
  return earlierReview.length === 0 ? [] : wrapLine(toEarlierText(earlierReview), width, "muted");
}

/** How many comments go along with the choice, and how many of the version before have lost their lines; null if none. */
export function marksBlock({ marks, ask }: Answering, width: number, indent: number): Block | null {
  const lost = ask.earlierReview?.length ?? 0;
  const words = [
    ...(marks.length === 0
      ? []
      : [
          `${countComments(marks.length)}. r shows ${marks.length === 1 ? "it; it goes" : "them; they go"} with deny and with allow once.`,
        ]),
    ...(lost === 0
      ? []
      : [
          `${lost === 1 ? "1 comment" : `${lost} comments`} on the version before lost ${lost === 1 ? "its lines. r shows it." : "their lines. r shows them."}`,
        ]),
  ];
  if (words.length === 0) return null;
  return {
    lines: indentLines(
      words.flatMap((text) => wrapLine(text, width - indent, "warning")),
      indent,
    ),
  };
}
