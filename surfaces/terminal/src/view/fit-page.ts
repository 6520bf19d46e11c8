import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { type Cursor, cutLine, type Line, lineWidth, padLine, span } from "../text/styled-line.ts";
import type { Page } from "./page.ts";
import { previewBox, previewRows, type Reading, type Scrolling, toReadable } from "./view-preview.ts";

interface FitOptions {
  width: number;
  height: number;
  scroll: number;
  glyphs: Glyphs;
  rail: StyleName;
  /** Set if the preview is next to a list of this width. */
  listWidth?: number;
}

interface Fitted {
  page: Page;
  lines: Line[];
  /** The block that each line belongs to, for clicks; -1 for none. */
  blocks: number[];
  /** How many columns the blocks take; a preview may be next to them. */
  blocksWidth: number;
  cursor: Cursor | null;
  scrolling: Scrolling | null;
  reading: Reading | null;
}

/**
 * Fits a page into the screen. A small screen drops, in this order: blank lines, descriptions of unfocused options, the rail;
 * then the rows scroll around the focused one and a long question scrolls above them. The focused row is always shown.
 */
export function fitPage(pageAt: (width: number) => Page, options: FitOptions): Fitted {
  const page = pageAt(contentWidth(options, true));
  for (const level of [0, 1, 2] as const) {
    const flat = flatten(page, { blanks: level === 0, short: level === 2 });
    const fitted = layOut(page, flat, options, level);
    if (fitted !== null) return fitted;
  }
  const bare = pageAt(contentWidth(options, false));
  const flat = flatten(bare, { blanks: false, short: true });
  return layOut(bare, flat, options, 3) ?? windowed(bare, flat, options);
}

function contentWidth(options: FitOptions, railed: boolean): number {
  return Math.max(1, options.listWidth === undefined ? options.width - (railed ? 3 : 1) : options.listWidth - 1);
}

/** A page as lines: the head, which stays, the rows, which may scroll, and the focus and cursor within the rows. */
interface Flat {
  head: Line[];
  rows: Line[];
  /** The block of each row; -1 for a blank one. */
  blocks: number[];
  focus: { start: number; end: number };
  cursor: Cursor | null;
}

function flatten(page: Page, options: { blanks: boolean; short: boolean }): Flat {
  const blank: Line[] = options.blanks ? [[]] : [];
  const rows: Line[] = [];
  const blocks: number[] = [];
  let focus = { start: 0, end: 1 };
  let cursor: Cursor | null = null;
  for (const [index, block] of page.blocks.entries()) {
    if (index > 0 && block.attached !== true) rows.push(...blank);
    const start = rows.length;
    rows.push(...(options.short && index !== page.focus ? (block.short ?? block.lines) : block.lines));
    while (blocks.length < rows.length) blocks.push(blocks.length < start ? -1 : index);
    if (index === page.focus) focus = { start, end: rows.length };
    if (block.cursor !== undefined) cursor = { row: start + block.cursor.row, column: block.cursor.column };
  }
  rows.push(...blank);
  const head = page.head.length === 0 ? blank : [...blank, ...page.head, ...blank];
  return { head, rows, blocks, focus, cursor };
}

const railedLines = new WeakMap<Line, { mark: string; style: StyleName; line: Line }>();

/** The line with the rail before it. Returns the same object for the same input, so that the painter can skip it. */
function railed(line: Line, mark: string, style: StyleName): Line {
  const known = railedLines.get(line);
  if (known?.mark === mark && known.style === style) return known.line;
  const made = line.length === 0 ? [span(mark.trimEnd(), style)] : [span(mark, style), ...line];
  railedLines.set(line, { mark, style, line: made });
  return made;
}

/** All lines with their rail, or null if there are too many. */
function layOut(page: Page, flat: Flat, options: FitOptions, level: 0 | 1 | 2 | 3): Fitted | null {
  const room = options.height - (level < 3 ? 1 : 0);
  const all = [...flat.head, ...flat.rows];
  if (all.length > room) return null;
  const { glyphs, rail } = options;
  const withRail = (line: Line) => railed(line, level === 3 ? " " : `${glyphs.rail}  `, level === 3 ? "text" : rail);
  const shift = level < 3 ? 3 : 1;
  const cursor =
    flat.cursor === null ? null : { row: flat.cursor.row + flat.head.length, column: flat.cursor.column + shift };
  const rule: Line[] =
    level < 3 ? [[span(`${glyphs.bottomLeft}${glyphs.horizontal.repeat(Math.max(1, options.width - 1))}`, rail)]] : [];
  const framed = (lines: Line[], box?: ReturnType<typeof previewBox>): Fitted => ({
    page,
    lines: [...lines.map(withRail), ...rule],
    blocks: [...flat.head.map(() => -1), ...flat.blocks],
    blocksWidth: options.listWidth === undefined ? options.width : shift + options.listWidth,
    cursor,
    scrolling: box?.scrolling ?? null,
    reading: box?.reading ?? null,
  });
  if (page.preview === undefined) return framed(all);
  if (options.listWidth !== undefined) {
    if (page.preview.mustRead === true && room - flat.head.length < 3) return null;
    const width = options.width - shift - options.listWidth;
    const wanted = previewRows(page.preview, width).length + 2;
    const height = Math.min(Math.max(wanted, flat.rows.length - (level === 0 ? 1 : 0)), room - flat.head.length);
    const box = previewBox(page.preview, { width, height }, options.scroll, glyphs);
    const rows = Array.from({ length: Math.max(flat.rows.length, box.lines.length) }, (_, index): Line => {
      const left = padLine(cutLine(flat.rows[index] ?? [], (options.listWidth ?? 0) - 1), options.listWidth ?? 0);
      return box.lines[index] === undefined ? left : [...left, ...box.lines[index]];
    });
    return framed([...flat.head, ...rows], box);
  }
  const left = room - all.length;
  const wanted = previewRows(page.preview, options.width - shift).length + 2;
  // Blank lines must not take room from text that has to be read.
  const leastSpaced = page.preview.mustRead === true && level === 0 ? wanted : Math.min(wanted, 6);
  const least = level < 2 ? leastSpaced : 3;
  if (left < least) return level === 3 && page.preview.mustRead !== true ? framed(all) : null;
  const size = { width: options.width - shift, height: Math.min(wanted, left) };
  const box = previewBox(page.preview, size, options.scroll, glyphs);
  return framed([...all, ...box.lines], box);
}

/**
 * For a page that does not fit: the rows scroll around the focus; a question longer than its share scrolls with PgUp and PgDn.
 */
function windowed(page: Page, { head: question, ...flat }: Flat, options: FitOptions): Fitted {
  const { glyphs } = options;
  // Text that must be read scrolls with the question, narrow enough for the mark at the end of the last line.
  const text = page.preview?.mustRead === true ? previewRows(page.preview, options.width - 4) : [];
  const allHead = [...question, ...text];
  const height = options.height;
  // The question comes first, but a third of the screen and two lines of the focused row are reserved for the rows.
  const leastRows = Math.max(Math.min(flat.focus.end - flat.focus.start, 2), Math.floor(height / 3));
  const headHeight = Math.max(0, Math.min(allHead.length, height - Math.min(leastRows, flat.rows.length)));
  const rowsHeight = Math.max(1, Math.min(flat.rows.length, height - headHeight));
  const headMax = allHead.length - headHeight;
  const scrollsHead = headMax > 0 && headHeight > 0;
  const headTop = scrollsHead ? Math.min(options.scroll, headMax) : 0;
  const rowsMax = Math.max(0, flat.rows.length - rowsHeight);
  const rowsTop = page.focus === -1 ? Math.min(options.scroll, rowsMax) : focusTop(flat, rowsHeight, rowsMax);
  const mark = (text: string): Line => [span(text, "secondary")];
  const head = allHead.slice(headTop, headTop + headHeight).map((line, index): Line => {
    const more = index === headHeight - 1 && headTop < headMax;
    if (!more) return [...mark(index === 0 && headTop > 0 ? glyphs.up : " "), ...line];
    const pointer = span(` ${glyphs.ellipsis} pgdn`, "dim");
    const room = options.width - 1 - lineWidth([pointer]);
    return [...mark(glyphs.down), ...(room > 0 ? [...cutLine(line, room), pointer] : line)];
  });
  const rows = flat.rows.slice(rowsTop, rowsTop + rowsHeight).map((line, index): Line => {
    const above = index === 0 && rowsTop > 0;
    const further = index === rowsHeight - 1 && rowsTop < rowsMax;
    return [...mark(above ? glyphs.up : further ? glyphs.down : " "), ...line];
  });
  const cursor =
    flat.cursor === null ? null : { row: head.length + flat.cursor.row - rowsTop, column: flat.cursor.column + 1 };
  const scrolling = scrollsHead
    ? { page: Math.max(1, headHeight - 1), max: headMax }
    : page.focus === -1
      ? { page: Math.max(1, rowsHeight - 1), max: rowsMax }
      : null;
  const reading =
    page.preview === undefined || text.length === 0
      ? null
      : {
          from: headTop,
          to: headTop + headHeight,
          ...toReadable(page.preview, options.width - 4, question.length),
        };
  const blocks = [...head.map(() => -1), ...flat.blocks.slice(rowsTop, rowsTop + rowsHeight)];
  return { page, lines: [...head, ...rows], blocks, blocksWidth: options.width, cursor, scrolling, reading };
}

function focusTop(flat: Omit<Flat, "head">, height: number, max: number): number {
  const { start, end } = flat.focus;
  const centred = start - Math.floor((height - Math.min(height, end - start)) / 2);
  const top = Math.max(0, Math.min(max, centred));
  // A field longer than the window follows its cursor.
  const row = flat.cursor?.row;
  if (row === undefined || (row >= top && row < top + height)) return top;
  return Math.max(0, Math.min(max, row - height + 1));
}
