import { toClock } from "@yourcall/core";
import { type Cursor, cutLine, type Line, lineWidth, padLine, span, wrapLine } from "../text/styled-line.ts";
import { viewEnding } from "../view/view-ending.ts";
import { type Hint, hintRow } from "../view/view-hints.ts";
import { keyLines } from "../view/view-keys.ts";
import { fieldOf, type Inbox } from "./inbox.ts";
import { focusedAsk } from "./inbox-list.ts";
import { viewDecision } from "./view-decision.ts";
import { askRow, groupRow, lateLines, logRow, type RowContext } from "./view-rows.ts";

export interface InboxContext extends RowContext {
  height: number;
}

/** What the screen shows, and its room, which limits PgDn and scrolling. */
export interface InboxFrame {
  lines: Line[];
  cursor: Cursor | null;
  room: { rows: number; scroll: number };
}

/** The list, the log, one decision, or the keys. The open ask has its own view. */
export function viewInbox(inbox: Inbox, context: InboxContext): InboxFrame {
  // The last column stays free, as in the prompt.
  const width = Math.max(8, context.width - 1);
  const inner = { ...context, width };
  const ruled = context.height >= 10;
  const rule: Line[] = ruled ? [[span(` ${context.glyphs.horizontal.repeat(width - 2)}`, "dim")]] : [];
  const field = fieldLine(inbox);
  const head = [headLine(inbox, inner), ...rule, ...(field === null ? [] : [field])];
  const below = [...rule, ...saidLines(inbox, inner), ...hintRow(hints(inbox), width, context.glyphs)];
  const rows = Math.max(1, context.height - head.length - below.length);
  const body = bodyLines(inbox, inner, rows);
  const cursor =
    inbox.typing && field !== null && inbox.page === null && !inbox.help
      ? { row: head.length - 1, column: Math.min(width - 1, lineWidth(field)) }
      : null;
  return {
    lines: [...head, ...body.lines, ...below].slice(0, context.height).map((line) => cutLine(line, width)),
    cursor,
    room: { rows, scroll: body.scroll },
  };
}

/** ` yourcall   3 waiting` and the two tabs. */
function headLine(inbox: Inbox, { width, glyphs }: RowContext): Line {
  const { pending, link } = inbox.list;
  // Unknown until the hub has responded.
  const count = pending > 0 ? `${pending} waiting` : link === "connecting" ? "" : "nothing waiting";
  const away: Line = link === "live" ? [] : [span(`   ${link}${glyphs.ellipsis}`, "warning")];
  const tab = (name: string, active: boolean): Line =>
    active ? [span(`${glyphs.current} `, "primary"), span(name, "chip")] : [span(`  ${name}`, "muted")];
  const tabs = [...tab("Waiting", inbox.tab === "waiting"), span("   "), ...tab("Log", inbox.tab === "log")];
  const long: Line = [
    span(" "),
    span("yourcall", "chip"),
    ...(count === "" ? [] : [span(`   ${count}`, "strong")]),
    ...away,
  ];
  if (lineWidth(long) + lineWidth(tabs) + 2 <= width) return [...padLine(long, width - lineWidth(tabs) - 1), ...tabs];
  const short: Line = [span(` ${count}`, "strong"), ...away];
  const active = inbox.tab === "log" ? tab("Log", true) : [];
  return lineWidth(short) + lineWidth(active) + 2 <= width ? [...short, span("  "), ...active] : short;
}

function fieldLine(inbox: Inbox): Line | null {
  const text = fieldOf(inbox);
  if (inbox.page !== null || inbox.help || (!inbox.typing && text === "")) return null;
  return [
    span(` ${inbox.tab === "log" ? "search" : "filter"}: `, "muted"),
    span(text, inbox.typing ? "strong" : "text"),
  ];
}

function bodyLines(inbox: Inbox, context: InboxContext, rows: number): { lines: Line[]; scroll: number } {
  const { width } = context;
  if (inbox.help) return scrolled(keyLines(keys(inbox), width - 2).map(indent), 0, rows);
  if (inbox.page?.type === "decision") return scrolled(viewDecision(inbox.page.ask, context), inbox.page.scroll, rows);
  return { lines: inbox.tab === "log" ? logLines(inbox, context, rows) : listLines(inbox, context, rows), scroll: 0 };
}

function scrolled(lines: Line[], scroll: number, rows: number): { lines: Line[]; scroll: number } {
  const most = Math.max(0, lines.length - rows);
  const top = Math.min(scroll, most);
  return { lines: lines.slice(top, top + rows), scroll: most };
}

// Only the visible rows are built, however long the list is.
function listLines({ list }: Inbox, context: InboxContext, rows: number): Line[] {
  if (list.stops.length === 0) {
    if (list.link === "connecting") return [quiet(`Looking for the hub${context.glyphs.ellipsis}`)];
    if (list.filter.trim() !== "") return [quiet("Nothing matches. Esc clears the filter.")];
    return [quiet("Nothing is waiting for you."), [], quiet("An agent or a shell asks with `yourcall ask`.")];
  }
  const at = list.stops[list.at] ?? 0;
  const top = windowTop(at, list.rows.length, rows);
  return list.rows.slice(top, top + rows).map((row, index): Line => {
    const ask = row.type === "gap" ? undefined : list.asks.get(row.id);
    if (ask === undefined || row.type === "gap") return [];
    return row.type === "group" ? groupRow(ask, context) : askRow(ask, top + index === at, context);
  });
}

function logLines({ log, list }: Inbox, context: InboxContext, rows: number): Line[] {
  if (log.problem !== undefined) return [[span(`  ${log.problem}`, "danger")]];
  if (log.asks.length === 0) {
    if (log.loaded !== log.query.trim())
      return [quiet(list.link === "live" ? "Loading the log…" : "Looking for the hub…")];
    return [quiet(log.query.trim() === "" ? "No decisions yet." : "Nothing found. Esc clears the search.")];
  }
  const top = windowTop(log.at, log.asks.length, rows);
  return log.asks.slice(top, top + rows).map((ask, index) => logRow(ask, top + index === log.at, context));
}

/** Keeps the cursor in the middle, except at both ends, so that changes elsewhere do not move it on the screen. */
function windowTop(at: number, length: number, rows: number): number {
  return Math.max(0, Math.min(length - rows, at - Math.floor(rows / 2)));
}

function saidLines({ said, went }: Inbox, { width, glyphs, now }: RowContext): Line[] {
  if (went !== null) return wrapLine(went.text, width - 2, went.done ? "muted" : "warning").map(indent);
  if (said?.outcome === undefined) return [];
  const ending = viewEnding(said, said.outcome, { width: width - 2, glyphs, clock: toClock });
  return [...ending.slice(0, 3), ...lateLines(said, now, width - 2)].map(indent);
}

function indent(line: Line): Line {
  return [span("  "), ...line];
}

function quiet(words: string): Line {
  return [span(`  ${words}`, "muted")];
}

function hints(inbox: Inbox): Hint[] {
  const hint = (words: string, rank: number): Hint => ({ words, rank });
  if (inbox.help) return [hint("any key closes", 0)];
  if (inbox.page?.type === "decision") return [hint("esc back", 0), hint("pgup/pgdn scroll", 2), hint("q quit", 1)];
  if (inbox.typing) return [hint("type to find", 2), hint("enter keep it", 0), hint("esc clear", 1)];
  const filled = fieldOf(inbox) === "" ? [] : [hint("esc clear", 1)];
  const empty = inbox.tab === "log" ? inbox.log.asks.length === 0 : inbox.list.stops.length === 0;
  const open = empty ? [] : [hint("enter open", 0)];
  if (inbox.tab === "log")
    return [
      ...open,
      ...filled,
      hint("/ search", 4),
      hint("tab waiting", 3),
      hint("? keys", 5),
      hint("q quit", empty ? 0 : 2),
    ];
  return [
    ...open,
    ...(empty || !inbox.letters ? [] : [hint("x decline", 6)]),
    ...(canGoTo(inbox) ? [hint("g go to session", 7)] : []),
    ...filled,
    hint("/ filter", 4),
    hint("tab log", 3),
    hint("? keys", 5),
    hint("q quit", empty ? 0 : 2),
  ];
}

/** Whether a pane is known for the ask under the cursor. */
function canGoTo({ letters, list }: Inbox): boolean {
  return letters && focusedAsk(list)?.agent.pane !== undefined;
}

function keys(inbox: Inbox): [string, string][] {
  const moves = inbox.letters ? "↑↓ j k" : "↑↓";
  return [
    [moves, "move; pgup, pgdn, home, end too"],
    ["enter", inbox.tab === "log" ? "the decision in full" : "open the ask, or the decision if it has ended"],
    ...(inbox.letters && inbox.tab === "waiting" ? [["x", "decline, after a confirmation"] as [string, string]] : []),
    ...(inbox.letters ? [["g", "go to the session that asked, in tmux"] as [string, string]] : []),
    ["/", inbox.tab === "log" ? "search all decisions" : "filter by words; enter keeps it, esc clears it"],
    ["tab", "switch between Waiting and Log"],
    ["esc", "in an ask: back to this list; your input is kept"],
    ["q", "quit; questions keep waiting"],
  ];
}
