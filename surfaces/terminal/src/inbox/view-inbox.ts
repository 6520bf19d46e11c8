import type { WireAsk } from "@yourcall/client";
import { pendingOf, toCountParts } from "@yourcall/client/internal";
import { cleanLine, type Outcome, toAnswerText, toHeaderName } from "@yourcall/core";
import {
  askedOf,
  awaitingReply,
  toHeadline,
  toPlaceParts,
  toProjectText,
  toSubjectText,
} from "@yourcall/core/internal";
import { moveSpots, type Spot } from "../keys/pointer.ts";
import type { Glyphs } from "../screen/glyphs.ts";
import {
  type Cursor,
  cutLine,
  firstTwoLines,
  hangLines,
  indentLines,
  type Line,
  lineText,
  lineWidth,
  padLine,
  span,
  wrapLine,
} from "../text/styled-line.ts";
import { hintRow, type Ignored, ignoredLines } from "../view/view-hints.ts";
import { keyLines } from "../view/view-keys.ts";
import { viewBatch } from "./batch-page.ts";
import { grantLine, viewGrants } from "./grants-page.ts";
import type { Inbox, InboxTarget } from "./inbox.ts";
import { fieldOf } from "./inbox-keys.ts";
import { viewDecision } from "./view-decision.ts";
import { toHints, toKeys } from "./view-inbox-keys.ts";
import { lateLines, logRow, type RowContext } from "./view-rows.ts";
import { type Body, besideWidth, toListWidth, type WaitingContext, waitingLines } from "./view-waiting.ts";

export interface InboxContext extends WaitingContext {
  height: number;
  /** What is ignored because somebody is typing something else. */
  ignored?: Ignored;
  /** An answer has just been sent. */
  flash?: boolean;
}

/** What the screen shows, and how much room it has, which limits PgDn and scrolling. */
export interface InboxFrame {
  lines: Line[];
  cursor: Cursor | null;
  room: { rows: number; scroll: number };
  /** What a click on each part means. */
  spots: Spot<InboxTarget>[];
}

/** The list, the log, one decision, or the keys. The open ask has its own view. */
export function viewInbox(inbox: Inbox, context: InboxContext): InboxFrame {
  // The last column stays free, as in the prompt.
  const width = Math.max(8, context.width - 1);
  const inner = { ...context, width };
  const isList = inbox.page === null && inbox.help === null;
  const head = viewHead(inbox, inner, isList && inbox.tab === "waiting" && inbox.list.stops.length > 0);
  const below = [
    ...(context.height < 10 ? [] : [ruleLine(inner, head.hasPane, context.glyphs.jointAbove)]),
    ...saidLines(inbox, inner),
    ...(context.ignored === undefined
      ? hintRow(toHints(inbox, inner), width, context.glyphs)
      : ignoredLines(context.ignored, width)),
  ];
  const rows = Math.max(1, context.height - head.lines.length - below.length);
  const body = bodyLines(inbox, inner, rows);
  // The keys stay at the bottom of the screen, so that nothing moves when asks come and go.
  while (body.lines.length < rows) body.lines.push([]);
  const cursor =
    inbox.typing && isList
      ? { row: head.lines.length - 1, column: Math.min(width - 1, lineWidth(head.lines.at(-1) ?? [])) }
      : null;
  return {
    lines: [...head.lines, ...body.lines, ...below].slice(0, context.height).map((line) => cutLine(line, width)),
    cursor,
    room: { rows, scroll: body.scroll },
    spots: isList ? [...head.spots, ...moveSpots(body.spots, head.lines.length, 0)] : head.spots,
  };
}

/** The lines above the list: how many asks wait, the two tabs, the filter. `pane`: whether an ask may be next to the list. */
export function viewHead(inbox: Inbox, context: InboxContext, pane: boolean) {
  const { width, glyphs, height } = context;
  const title = headLine(inbox, context);
  const tabs = toTabSpots(title);
  const field = fieldLine(inbox);
  const hasPane = pane && width >= besideWidth - 1;
  const rule = ruleLine(context, hasPane, field === null ? glyphs.jointBelow : glyphs.horizontal);
  const allowed = height < 10 || pagesInstead.includes(inbox.page?.type ?? "") ? null : grantLine(inbox, context);
  const lines = [
    title,
    ...(allowed === null ? [] : [allowed]),
    ...(height < 10 ? [] : [rule]),
    ...(field === null ? [] : [field]),
  ];
  return { lines, spots: tabs, hasPane };
}

/** The words of the two tabs can be clicked. */
function toTabSpots(title: Line): Spot<InboxTarget>[] {
  let column = 0;
  return title.flatMap((piece): Spot<InboxTarget>[] => {
    const from = column;
    column += lineWidth([piece]);
    const name = piece.text.trim();
    if (name !== "Waiting" && name !== "Log") return [];
    return [{ row: 0, from, to: column, target: { type: "tab", tab: name === "Log" ? "log" : "waiting" } }];
  });
}

/** A line across the screen; it meets the line between the list and the ask. */
export function ruleLine({ width, glyphs: { horizontal } }: RowContext, hasPane: boolean, joint: string): Line {
  if (!hasPane) return [span(` ${horizontal.repeat(width - 2)}`, "dim")];
  const listWidth = toListWidth(width);
  return [span(`${horizontal.repeat(listWidth)}${joint}${horizontal.repeat(width - listWidth - 1)}`, "dim")];
}

/** `7 waiting`, and on a wide screen how many are urgent: `· 2 approvals · 1 expires in 3 min`. */
function countText({ list }: Inbox, { width, now }: RowContext): string {
  // Unknown until the hub has listed them, which is after the connection is open.
  if (list.pending === 0) return list.loaded ? "nothing waiting" : "";
  const count = `${list.pending} waiting`;
  if (width < besideWidth - 1) return count;
  return [count, ...toCountParts(pendingOf(list), now).map(({ words }) => words)].join(" · ");
}

/** ` yourcall   3 waiting` and the two tabs. */
function headLine(inbox: Inbox, context: RowContext): Line {
  const { width, glyphs } = context;
  const { link } = inbox.list;
  const count = countText(inbox, context);
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

/** The pages that are shown instead of the list. */
const pagesInstead = ["decision", "decline-marked", "batch", "grants"];

function fieldLine(inbox: Inbox): Line | null {
  const text = fieldOf(inbox);
  const isOver = inbox.help !== null || pagesInstead.includes(inbox.page?.type ?? "");
  if (isOver || (!inbox.typing && text === "")) return null;
  return [
    span(` ${inbox.tab === "log" ? "search" : "filter"}: `, "muted"),
    span(text, inbox.typing ? "strong" : "text"),
  ];
}

function bodyLines(inbox: Inbox, context: InboxContext, rows: number): Body {
  if (inbox.help !== null) return helpLines(inbox, inbox.help.scroll, context, rows);
  if (inbox.page?.type === "decision") return scrolled(viewDecision(inbox.page.ask, context), inbox.page.scroll, rows);
  if (inbox.page?.type === "decline-marked") return scrolled(declineLines(inbox, inbox.page.ids, context), 0, rows);
  if (inbox.page?.type === "batch") return around(viewBatch(inbox, inbox.page, context), rows);
  if (inbox.page?.type === "grants") return around(viewGrants(inbox, inbox.page.at, context), rows);
  return inbox.tab === "log" ? logLines(inbox, context, rows) : pendingLines(inbox, context, rows);
}

function helpLines(inbox: Inbox, scroll: number, { width, glyphs }: InboxContext, rows: number) {
  const shown = scrolled(indentLines(keyLines(toKeys(inbox, glyphs), width - 2)), scroll, rows);
  const more = shown.scroll - Math.min(scroll, shown.scroll);
  if (more > 0) shown.lines[rows - 1] = [span(`  ${glyphs.more} ${more + 1} more: pgdn`, "muted")];
  return shown;
}

function scrolled(lines: Line[], scroll: number, rows: number): Body {
  const most = Math.max(0, lines.length - rows);
  const top = Math.min(scroll, most);
  return { lines: lines.slice(top, top + rows), scroll: most, spots: [] };
}

/** The rows around the focused one. */
function around({ lines, focus }: { lines: Line[]; focus: number }, rows: number): Body {
  return { ...scrolled(lines, windowTop(focus, lines.length, rows), rows), scroll: 0 };
}

function pendingLines(inbox: Inbox, context: InboxContext, rows: number): Body {
  const { list, connected } = inbox;
  if (list.stops.length > 0) return waitingLines(inbox, context, rows);
  const lines = (...words: string[]) => textBody(words.map((text) => (text === "" ? [] : quiet(text))));
  if (!list.loaded)
    return lines(`${list.link === "live" ? "Loading" : "Looking for the hub"}${context.glyphs.ellipsis}`);
  if (list.filter.trim() !== "") return lines("Nothing matches. Esc clears the filter.");
  return lines(
    "Nothing is waiting for you.",
    "",
    connected.length === 0
      ? "`yourcall setup` connects an agent."
      : `Connected: ${connected.join(", ")}. Questions appear here.`,
    "`yourcall ask` asks from a script.",
  );
}

function declineLines({ list }: Inbox, ids: readonly string[], { width }: InboxContext): Line[] {
  const names = ids.flatMap((id) => {
    const ask = list.asks.get(id);
    return ask === undefined ? [] : [`${toProjectText(ask)}: ${toHeadline(ask).name}  ${toHeadline(ask).text}`];
  });
  const question =
    names.length === 1
      ? "Decline this ask? The agent is told that you declined."
      : `Decline these ${names.length} asks? Each agent is told that you declined.`;
  return [...indentLines(wrapLine(question, width - 2, "strong")), [], ...names.map((name) => [span(`    ${name}`)])];
}

function textBody(lines: Line[]): Body {
  return { lines, scroll: 0, spots: [] };
}

function logLines({ log, list }: Inbox, context: InboxContext, rows: number): Body {
  if (log.problem !== undefined) return textBody([[span(`  ${log.problem}`, "danger")]]);
  if (log.asks.length === 0) {
    if (log.loaded !== log.query.trim())
      return textBody([
        quiet(`${list.link === "live" ? "Loading the log" : "Looking for the hub"}${context.glyphs.ellipsis}`),
      ]);
    return textBody([quiet(log.query.trim() === "" ? "No decisions yet." : "Nothing found. Esc clears the search.")]);
  }
  const top = windowTop(log.at, log.asks.length, rows);
  const shown = log.asks.slice(top, top + rows);
  return {
    lines: shown.map((ask, index) => logRow(ask, top + index === log.at, context)),
    scroll: 0,
    spots: shown.map(({ id }, row) => ({ row, from: 0, to: context.width, target: { type: "decision", id } })),
  };
}

/** Keeps the cursor in the middle, except at both ends, so that changes elsewhere do not move it on the screen. */
function windowTop(at: number, length: number, rows: number): number {
  return Math.max(0, Math.min(length - rows, at - Math.floor(rows / 2)));
}

function saidLines({ said, went }: Inbox, { width, glyphs, now, flash = false }: InboxContext): Line[] {
  if (went !== null) return indentLines(wrapLine(went.text, width - 2, went.done ? "muted" : "warning"));
  if (said?.outcome === undefined) return [];
  const sent = sentLines(said, said.outcome, width - 2, glyphs);
  const shown = flash ? sent.map((line): Line => [span(lineText(line), "flash")]) : sent;
  return indentLines([...shown, ...lateLines(said, now, width - 2)]);
}

/** `✔ Sent 8080 to codex · billing`, in at most two lines. */
function sentLines(ask: WireAsk, outcome: Outcome, width: number, glyphs: Glyphs): Line[] {
  // The same name as in the heading above the ask.
  const who = cleanLine(ask.agent.title ?? "") === "" ? toProjectText(ask) : toPlaceParts(ask).who;
  const about = ask.approval === undefined ? "" : `: ${toSubjectText(ask.approval, ask.agent.cwd)}`;
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const reason = "reason" in outcome ? cleanLine(outcome.reason ?? "") : "";
  const why = reason === "" ? "" : ` ("${reason}")`;
  const words =
    outcome.status === "answered"
      ? `Sent ${outcome.answers.map((answer, index) => toAnswerText(ask, index, answer)).join(" · ")} to ${who}${about}`
      : askedOf(outcome) !== undefined
        ? `Asked ${who}${about}${why}, ${awaitingReply}`
        : `Declined ${ask.approval === undefined ? `${names} of ${who}` : `${who}${about}`}${why}`;
  const [mark, style] =
    outcome.status === "answered" ? ([glyphs.check, "success"] as const) : ([glyphs.dash, "muted"] as const);
  return hangLines([span(`${mark} `, style)], firstTwoLines(wrapLine(words, width - 2), width - 2));
}

function quiet(words: string): Line {
  return [span(`  ${words}`, "muted")];
}
