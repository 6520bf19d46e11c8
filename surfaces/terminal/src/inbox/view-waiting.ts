import type { WireAsk } from "@yourcall/client";
import type { Answering } from "@yourcall/core";
import { toAgentText, toPlaceParts } from "@yourcall/core/internal";
import type { Spot } from "../keys/pointer.ts";
import type { Glyphs } from "../screen/glyphs.ts";
import { cutLine, indentLines, type Line, lineText, lineWidth, padLine, span, wrapLine } from "../text/styled-line.ts";
import { contextLines, questionPage } from "../view/view-question.ts";
import type { Inbox, InboxTarget } from "./inbox.ts";
import { focusedAsk, focusedSame, type ListRow } from "./inbox-list.ts";
import { askRow, groupRow, lateLines, type RowContext, tallAskRows, toAskers } from "./view-rows.ts";

/** From this width on, the focused ask is shown next to the list. */
export const besideWidth = 100;
const narrowestList = 40;
const widestList = 64;
/** The width of the list next to an ask: a third of the screen, whose last column stays free. */
export function toListWidth(width: number): number {
  return Math.max(narrowestList, Math.min(widestList, Math.floor((width + 1) / 3)));
}

export interface WaitingContext extends RowContext {
  /** The ask as it will open. */
  preview?: (ask: WireAsk) => Answering;
}

/** A part of the inbox that its rows show, and what a click on each means. */
export interface Body {
  lines: Line[];
  /** How far it can be scrolled. */
  scroll: number;
  spots: Spot<InboxTarget>[];
}

/** The pending asks in `rows` rows: the list, and on a wide screen the focused ask next to it. */
export function waitingLines(inbox: Inbox, context: WaitingContext, rows: number): Body {
  const { list } = inbox;
  const ask = focusedAsk(list);
  const { preview, width, glyphs } = context;
  if (ask === undefined || preview === undefined || width < besideWidth - 1)
    return { ...listLines(inbox, context, rows, { tall: false, active: true }), scroll: 0 };
  const listWidth = toListWidth(width);
  const same = focusedSame(list).flatMap((id) => list.asks.get(id) ?? []);
  const all = viewAskPreview(ask, preview(ask), same, { ...context, width: width - listWidth - 3 });
  const scroll = Math.max(0, all.length - rows);
  const top = Math.min(inbox.previewScroll, scroll);
  const right = all.slice(top, top + rows);
  if (top < scroll) right[rows - 1] = [span(`${glyphs.more} ${scroll - top + 1} more lines: pgdn`, "muted")];
  const left = listLines(inbox, { ...context, width: listWidth }, rows, { tall: true, active: true });
  const pane = Array.from({ length: rows }, (_, row): Spot<InboxTarget> => {
    return { row, from: listWidth + 1, to: width, target: { type: "pane", id: ask.id } };
  });
  return { lines: nextToList(left.lines, right, rows, { listWidth, glyphs }), scroll, spots: [...left.spots, ...pane] };
}

/** `right` next to the list, with a line between them. */
export function nextToList(
  left: Line[],
  right: Line[],
  rows: number,
  { listWidth, glyphs }: { listWidth: number; glyphs: Glyphs },
): Line[] {
  return Array.from({ length: rows }, (_, row): Line => {
    const piece = padLine(cutLine(left[row] ?? [], listWidth), listWidth);
    return [...piece, span(glyphs.rail, "dim"), span("  "), ...(right[row] ?? [])];
  });
}

interface ListLook {
  /** Two rows for each ask. */
  tall: boolean;
  /** Whether the list has the keys. If an ask is open next to it, its row is only marked. */
  active: boolean;
}

// Only the visible rows are built, however long the list is.
export function listLines({ list }: Inbox, context: RowContext, rows: number, { tall, active }: ListLook) {
  const at = list.stops[list.at] ?? 0;
  const heightOf = (row: ListRow | undefined) => (tall && row?.type === "ask" ? 2 : 1);
  const fits = list.rows.length + (tall ? list.stops.length : 0) <= rows;
  const { from, to } = fits ? { from: 0, to: list.rows.length } : windowOf(list.rows, at, rows, heightOf);
  const above = list.stops.filter((stop) => stop < from).length;
  const below = list.stops.filter((stop) => stop >= to).length;
  const more = (count: number, mark: string): Line[] =>
    count === 0 ? [] : [[span(` ${mark} ${count} more`, "muted")]];
  const lines: Line[] = more(above, context.glyphs.moreAbove);
  const spots: Spot<InboxTarget>[] = [];
  for (const [index, row] of list.rows.slice(from, to).entries()) {
    const shown = rowLines(row, from + index === at);
    if (row.type === "ask")
      for (const offset of shown.keys())
        spots.push({ row: lines.length + offset, from: 0, to: context.width, target: { type: "ask", id: row.lead } });
    lines.push(...shown);
  }
  const bottom = more(below, context.glyphs.more);
  while (!fits && lines.length < rows - bottom.length) lines.push([]);
  return { lines: [...lines, ...bottom], spots };

  function rowLines(row: ListRow, focused: boolean): Line[] {
    const asked = row.type === "gap" ? undefined : row.type === "group" ? row.of : row;
    const same = asked?.ids.flatMap((id) => list.asks.get(id) ?? []) ?? [];
    const ask = same.find(({ id }) => id === asked?.lead);
    if (ask === undefined) return [[]];
    if (row.type === "group") return [groupRow(ask, same, context)];
    const count = same.filter(({ status }) => status === "pending").length;
    const state = { focused, marked: list.marked.has(ask.id), later: list.putOff.has(ask.id), count };
    const inverse = focused && active;
    if (!tall) return [askRow(ask, state, context)].map((line) => (inverse ? inverted(line, context.width) : line));
    const both = tallAskRows(ask, state, context);
    if (!inverse) return both;
    return both.map(([edge = span(""), ...line]) => [edge, ...inverted(line, context.width - 1)]);
  }
}

/**
 * The rows around the focused one that fit, with it in the middle if there is enough on both sides. The numbers of asks above
 * and below take one row each.
 */
function windowOf(
  rows: readonly ListRow[],
  at: number,
  room: number,
  heightOf: (row: ListRow | undefined) => number,
): { from: number; to: number } {
  const oneMore = rowsAround(rows, at, room - 1, heightOf);
  const isAtEnd = oneMore.from === 0 || oneMore.to === rows.length;
  const { from, to } = isAtEnd ? oneMore : rowsAround(rows, at, room - 2, heightOf);
  // A heading without its asks says nothing.
  const last = rows.slice(0, to).findLastIndex(({ type }) => type === "ask");
  return { from, to: last + 1 };
}

function rowsAround(
  rows: readonly ListRow[],
  at: number,
  room: number,
  heightOf: (row: ListRow | undefined) => number,
): { from: number; to: number } {
  let from = at;
  let to = at + 1;
  let used = heightOf(rows[at]);
  const up = (limit: number) => {
    while (from > 0 && used + heightOf(rows[from - 1]) <= limit) {
      from -= 1;
      used += heightOf(rows[from]);
    }
  };
  up(Math.floor(room / 2) + used);
  while (to < rows.length && used + heightOf(rows[to]) <= room) {
    used += heightOf(rows[to]);
    to += 1;
  }
  up(room);
  return { from, to };
}

function inverted(line: Line, width: number): Line {
  return [span(lineText(padLine(cutLine(line, width), width)), "inverse")];
}

/** An ask next to the list, as it will open: who asks, what they said, and every question with its options. */
function viewAskPreview(ask: WireAsk, state: Answering, same: readonly WireAsk[], context: RowContext): Line[] {
  const { width, glyphs, now } = context;
  const questions = ask.questions.flatMap((_, at): Line[] => {
    const opened = { ...state, ask: { ...state.ask, context: undefined }, at, field: null };
    const { preview } = questionPage(opened, width, glyphs);
    // The focus is in the list.
    const entries = opened.entries.map((entry) => ({ ...entry, focus: -1 }));
    const { title, head, blocks } = questionPage({ ...opened, entries }, width, glyphs);
    return [
      [span(title, "chip")],
      ...head,
      [],
      ...blocks.flatMap(({ lines }) => lines),
      [],
      ...(preview === undefined ? [] : [[span(preview.title, "muted")], ...indentLines(preview.toRows(width - 2)), []]),
    ];
  });
  const ended = ask.status === "pending" ? [] : wrapLine("This has ended. Enter opens what waits.", width, "warning");
  const isOne = same.length < 2;
  return [
    whoLine(isOne ? ask : { ...ask, agent: toAskers(same) }, context),
    ...(isOne
      ? []
      : wrapLine(`${same.length} asks are the same. Enter lists them; one answer goes to each.`, width, "warning")),
    ...ended,
    ...lateLines(ask, now, width),
    [],
    ...contextLines(isOne ? state.ask : { ...state.ask, context: undefined }, width, glyphs),
    ...questions.slice(0, -1),
  ];
}

/** `claude · fix login` and, at the right edge, `~/shop  feat/sessions`. */
function whoLine(ask: WireAsk, { width, home }: RowContext): Line {
  const { who, where } = toPlaceParts(ask, home);
  const right: Line = [span(where.join("  "), "muted")];
  const left: Line = [span(who, "secondary")];
  if (lineWidth(left) + lineWidth(right) + 2 > width)
    return cutLine([span(toAgentText(ask, home), "secondary")], width);
  return [...padLine(left, width - lineWidth(right)), ...right];
}
