import { type Answering, isAnswered, openQuestions, toHeaderName } from "@yourcall/core";
import { toNoticeText } from "../notice-text.ts";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import {
  type Cursor,
  cutLine,
  indentLines,
  type Line,
  lineWidth,
  type Span,
  span,
  wrapLine,
} from "../text/styled-line.ts";
import { fitPage } from "./fit-page.ts";
import { type Block, fieldBlock, type Page, rowStart } from "./page.ts";
import { type HintContext, hintLines } from "./view-hints.ts";
import { keysPage } from "./view-keys.ts";
import type { Reading, Scrolling } from "./view-preview.ts";
import { hasPreview, questionPage } from "./view-question.ts";
import { reviewPage } from "./view-review.ts";

export interface ViewContext extends HintContext {
  width: number;
  height: number;
  glyphs: Glyphs;
  /** Turns the rail red for a moment after a refused key. */
  alarm?: boolean;
  /** A quiet line below the hint, set by the prompt's host. */
  footer?: string;
}

/** What the screen shows; never larger than the screen. */
export interface Frame {
  lines: Line[];
  cursor: Cursor | null;
  scrolling: Scrolling | null;
  /** Which part of an approval's text is on the screen; null if none is. */
  reading: Reading | null;
}

/** From this width on, a preview is shown next to the options. */
const besideWidth = 100;
const listWidth = 34;

/** The whole prompt: one state, one size, one frame. */
export function viewFrame(state: Answering, context: ViewContext): Frame {
  const { glyphs } = context;
  // The last column stays free: terminals differ in what they do after writing it.
  const width = Math.max(4, context.width - 1);
  const pageAt = (inner: number) => pageOf(state, inner, glyphs);
  const preview = hasPreview(state);
  const rail: StyleName = context.alarm === true ? "danger" : "primary";
  const beside = preview && context.width >= besideWidth ? { listWidth } : {};
  const fit = (below: Line[]) => {
    const height = Math.max(1, context.height - 1 - below.length);
    return fitPage(pageAt, { width, height, scroll: state.scroll, glyphs, rail, ...beside });
  };
  let below = belowLines(state, { ...context, hasPreview: preview }, width);
  let fitted = fit(below);
  if (preview && (fitted.scrolling?.max ?? 0) === 0) {
    // Nothing to scroll, so the hint need not name PgUp and PgDn.
    below = belowLines(state, context, width);
    fitted = fit(below);
  }
  const lines = [
    titleLine(fitted.page.title, toProgress(state, glyphs), width, rail, glyphs),
    ...fitted.lines,
    ...below,
  ].map((line) => cutLine(line, width));
  const cursor = fitted.cursor === null ? null : { row: fitted.cursor.row + 1, column: fitted.cursor.column };
  const { scrolling } = fitted;
  const reading = state.ask.kind === "approval" ? fitted.reading : null;
  return { lines: lines.slice(0, Math.max(1, context.height)), cursor, scrolling, reading };
}

function pageOf(state: Answering, width: number, glyphs: Glyphs): Page {
  if (state.help) return keysPage(state, width, glyphs);
  if (state.page === "review") return reviewPage(state, width, glyphs);
  return state.page === "decline" ? declinePage(state, width, glyphs) : questionPage(state, width, glyphs);
}

/** Asks for confirmation before declining. */
function declinePage(state: Answering, width: number, glyphs: Glyphs): Page {
  const rows = ["Keep answering", "Decline", `Decline and say why${glyphs.ellipsis}`];
  const blocks = rows.map((text, row): Block => {
    const focused = state.declineRow === row;
    const start = rowStart(" ", focused, null, glyphs);
    if (row === 2 && (state.field === "reason" || state.reason.text !== ""))
      return { ...fieldBlock(state, "reason", [...start, span("Because: ")], width, glyphs), attached: true };
    return { lines: [[...start, span(text, focused ? "strong" : "text")]], attached: row > 0 };
  });
  const head = wrapLine("The agent is told that you declined, and why if you say so.", width);
  return { title: "Decline", head, blocks, focus: state.declineRow };
}

function belowLines(state: Answering, context: ViewContext, width: number): Line[] {
  const { glyphs } = context;
  const notice =
    state.notice === null ? [] : wrapLine(`${glyphs.cross} ${toNoticeText(state.notice)}`, width - 2, "danger");
  const hints = hintLines(state, context, width, glyphs);
  const footer = context.footer === undefined ? [] : wrapLine(context.footer, width - 2, "dim");
  // On a small screen the notice and the hint come before the footer, and neither may push the question out.
  const most = Math.max(1, Math.floor(context.height / 2));
  return [...indentLines(notice), ...hints, ...(context.height > 12 ? indentLines(footer) : [])].slice(0, most);
}

/** `╭─ Database ─╮` and the progress, as much of it as fits. */
function titleLine(title: string, progress: Progress | null, width: number, rail: StyleName, glyphs: Glyphs): Line {
  const { topLeft, topRight, horizontal } = glyphs;
  const chip: Line = [
    span(`${topLeft}${horizontal} `, rail),
    span(title, "chip"),
    span(` ${horizontal}${topRight}`, rail),
  ];
  if (progress === null) return chip;
  const room = width - lineWidth(chip);
  const { words, marks } = progress;
  if (lineWidth([words, ...marks]) <= room) return [...chip, words, ...marks];
  if (lineWidth([words]) <= room) return [...chip, words];
  // If not even the numbers fit beside a long title, the title is cut.
  return [...cutLine(chip, width - lineWidth([progress.short])), progress.short];
}

/** Which question of how many: in words, as short as possible, and with a mark for each (done, current or to do). */
interface Progress {
  words: Span;
  short: Span;
  marks: Span[];
}

function toProgress(state: Answering, glyphs: Glyphs): Progress | null {
  const count = state.ask.questions.length;
  const reviewing = state.page === "review";
  if (state.help || state.page === "decline" || (count === 1 && !reviewing)) return null;
  const at = reviewing ? count - openQuestions(state).length : state.at + 1;
  const words = reviewing ? `${at} of ${count} answered` : `Question ${at} of ${count}`;
  const marks = state.ask.questions.map((question, index): Span => {
    const entry = state.entries[index];
    const name = toHeaderName(state.ask, index);
    if (!reviewing && index === state.at) return span(`   ${glyphs.current} ${name}`, "primary");
    const done = entry !== undefined && isAnswered(state.ask, question, entry);
    return done ? span(`   ${glyphs.check} ${name}`, "success") : span(`   ${glyphs.todo} ${name}`, "dim");
  });
  const review = reviewing ? span(`   ${glyphs.current} Review`, "primary") : span(`   ${glyphs.todo} Review`, "dim");
  return {
    words: span(`  ${words}`, "secondary"),
    short: span(` ${at}/${count}`, "secondary"),
    marks: [span(" "), ...marks, review],
  };
}
