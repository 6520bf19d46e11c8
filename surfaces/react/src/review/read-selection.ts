import { toSelected } from "@yourcall/core/internal";
import type { LineSpan } from "./marked-lines.ts";

export type Selected = NonNullable<ReturnType<typeof toSelected>>;

/**
 * What is selected with a pointer in the drawn lines, as places of the text. If all that is drawn of the lines is selected, the lines
 * are. Undefined if nothing is selected there.
 */
export function readSelection(root: Element, lines: readonly string[]): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  let first: Place | undefined;
  let last: Place | undefined;
  let isWhole = true;
  const pieces = [...root.querySelectorAll<HTMLElement>("[data-at]")];
  const rows = new Map<number, { drawn: number; selected: number }>();
  for (const piece of pieces) {
    if (!range.intersectsNode(piece)) continue;
    const line = Number(piece.closest<HTMLElement>("[data-line]")?.dataset.line);
    const length = piece.textContent.length;
    const from = piece.contains(range.startContainer) ? offsetIn(piece, range.startContainer, range.startOffset) : 0;
    const to = piece.contains(range.endContainer) ? offsetIn(piece, range.endContainer, range.endOffset) : length;
    const row = rows.get(line) ?? { drawn: drawnLength(piece), selected: 0 };
    rows.set(line, row);
    if (to <= from) continue;
    row.selected += to - from;
    const at = Number(piece.dataset.at);
    first ??= { line, column: at + from };
    last = { line, column: at + to };
  }
  if (first === undefined || last === undefined) return undefined;
  for (const [line, { drawn, selected }] of rows)
    if (line >= first.line && line <= last.line && selected < drawn) isWhole = false;
  if (isWhole) return { from: first.line, to: last.line, quote: lines.slice(first.line - 1, last.line).join("\n") };
  return toSelected(lines, first, last);
}

interface Place {
  line: number;
  column: number;
}

function offsetIn(piece: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(piece, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

function drawnLength(piece: Element): number {
  return piece.closest("[data-line]")?.querySelector(".yc-dt")?.textContent.length ?? 0;
}

/** Marks these columns where the browser can, without changing what is drawn: that would end a selection by touch. */
export function highlight(root: Element | null, spans: readonly LineSpan[]): void {
  if (typeof Highlight === "undefined") return;
  const ranges = root === null ? [] : spans.flatMap((span) => toRanges(root, span));
  if (ranges.length === 0) CSS.highlights.delete("yc-selected");
  else CSS.highlights.set("yc-selected", new Highlight(...ranges));
}

function toRanges(root: Element, [line, from, to]: LineSpan): Range[] {
  const ranges: Range[] = [];
  for (const piece of root.querySelectorAll<HTMLElement>(`[data-line="${line}"] [data-at]`)) {
    const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
    let column = Number(piece.dataset.at);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      const [low, high] = [Math.max(from, column), Math.min(to, column + length)];
      if (high > low) {
        const range = document.createRange();
        range.setStart(node, low - column);
        range.setEnd(node, high - column);
        ranges.push(range);
      }
      column += length;
    }
  }
  return ranges;
}
