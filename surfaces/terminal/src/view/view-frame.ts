import { type Answering, type Ask, isAnswered, openQuestions, toHeaderName } from "@yourcall/core";
import { toQuestionLine, toSubjectText } from "@yourcall/core/internal";
import { toNoticeText } from "../notice-text.ts";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { cellWidth } from "../text/cell-width.ts";
import {
  type Cursor,
  cutLine,
  firstTwoLines,
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
import { linesPage } from "./view-lines.ts";
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
  /** A page of the prompt's host in place of the ask's own. */
  page?: (width: number) => Page;
}

/** What the screen shows; never larger than the screen. */
export interface Frame {
  lines: Line[];
  cursor: Cursor | null;
  scrolling: Scrolling | null;
  /** Which part of an approval's text is on the screen; null if none is. */
  reading: Reading | null;
  /** Which lines of a plan or a change are on the screen, each whole, counted from 1. */
  reviewed: number[];
  /** How many of the last lines are below the rule: what was refused, and the keys. */
  below: number;
  /** The block of the page that each line shows, in its first `blocksWidth` columns; -1 for none. */
  blocks: number[];
  blocksWidth: number;
}

/** From this width on, a preview is shown next to the options. */
const besideWidth = 100;
const listWidth = 34;

/** The whole prompt: one state, one size, one frame. */
export function viewFrame(state: Answering, context: ViewContext): Frame {
  const { glyphs } = context;
  // The last column stays free: terminals differ in what they do after writing it.
  const width = Math.max(4, context.width - 1);
  const pageAt = (inner: number) => context.page?.(inner) ?? pageOf(state, inner, glyphs);
  const preview = context.page === undefined && hasPreview(state) && state.field !== "edited";
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
    titleLine(fitted.page.title, toProgress(state, width, glyphs), width, rail, glyphs),
    ...fitted.lines,
    ...below,
  ].map((line) => cutLine(line, width));
  const cursor = fitted.cursor === null ? null : { row: fitted.cursor.row + 1, column: fitted.cursor.column };
  const { scrolling } = fitted;
  const reading = state.ask.kind === "approval" ? fitted.reading : null;
  const blocks = [-1, ...fitted.blocks];
  return {
    lines: lines.slice(0, Math.max(1, context.height)),
    cursor,
    scrolling,
    reading,
    reviewed: reviewedLines(fitted.page, blocks.slice(0, context.height)),
    below: below.length,
    blocks,
    blocksWidth: fitted.blocksWidth,
  };
}

function reviewedLines({ blocks }: Page, shown: readonly number[]): number[] {
  return blocks.flatMap(({ reviewed, lines }, index) =>
    reviewed !== undefined && shown.filter((block) => block === index).length === lines.length ? [reviewed] : [],
  );
}

function pageOf(state: Answering, width: number, glyphs: Glyphs): Page {
  if (state.help) return keysPage(state, width, glyphs);
  if (state.page === "review") return reviewPage(state, width, glyphs);
  if (state.page === "lines") return linesPage(state, width, glyphs);
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
    return { lines: [[...start, span(text, focused ? "focus" : "text")]], attached: row > 0 };
  });
  const told = wrapLine("The agent is told that you declined, and why if you say so.", width);
  const head = [...declinedLines(state.ask, width, glyphs), ...told];
  return { title: "Decline", head, blocks, focus: state.declineRow };
}

/** What would be declined: the question, the names of several, or what an approval is about. */
function declinedLines(ask: Ask, width: number, glyphs: Glyphs): Line[] {
  const names = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const only =
    ask.questions.length === 1 ? toQuestionLine(ask.questions[0]?.question ?? "") : `All questions: ${names}`;
  const words = ask.approval === undefined ? only : toSubjectText(ask.approval);
  return firstTwoLines(wrapLine(words, width, "strong"), width - cellWidth(glyphs.ellipsis));
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

/** `╭─ Database ─╮` and the progress. If the two do not fit, the title is cut. */
function titleLine(title: string, progress: Line, width: number, rail: StyleName, glyphs: Glyphs): Line {
  return [...cutLine(chipLine(title, rail, glyphs), width - lineWidth(progress)), ...progress];
}

function chipLine(title: string, rail: StyleName, { topLeft, topRight, horizontal }: Glyphs): Line {
  return [span(`${topLeft}${horizontal} `, rail), span(title, "chip"), span(` ${horizontal}${topRight}`, rail)];
}

/**
 * Which question of how many: in words with a mark for each (done, skipped, current or to do), in words, or as short as possible. All
 * pages of an ask use the form for which the longest title leaves room, so that it does not come and go from page to page.
 */
function toProgress(state: Answering, width: number, glyphs: Glyphs): Line {
  const { ask } = state;
  const count = ask.questions.length;
  const reviewing = state.page === "review";
  if (state.help || state.page === "decline" || (count === 1 && !reviewing)) return [];
  const at = reviewing ? count - openQuestions(state).length : state.at + 1;
  const words = reviewing ? `${at} of ${count} answered` : `Question ${at} of ${count}`;
  const names = ask.questions.map((_, index) => toHeaderName(ask, index));
  const titles = [...names, "Review"].map((title) => lineWidth(chipLine(title, "text", glyphs)));
  const room = width - Math.max(...titles);
  const marks = [...names.map((name, index) => toMark(state, index, name, glyphs)), toReviewMark(reviewing, glyphs)];
  // The longer of the two forms of `words`.
  const wordsWidth = `  ${count} of ${count} answered`.length;
  if (wordsWidth + lineWidth(marks) + 1 <= room) return [span(`  ${words}`, "secondary"), span(" "), ...marks];
  return [span(wordsWidth <= room ? `  ${words}` : ` ${at}/${count}`, "secondary")];
}

function toMark(state: Answering, index: number, name: string, glyphs: Glyphs): Span {
  const question = state.ask.questions[index];
  const entry = state.entries[index];
  if (state.page === "question" && index === state.at) return span(`   ${glyphs.current} ${name}`, "primary");
  if (question === undefined || entry === undefined || !isAnswered(state.ask, question, entry))
    return span(`   ${glyphs.todo} ${name}`, "dim");
  return entry.skipped ? span(`   ${glyphs.dash} ${name}`, "secondary") : span(`   ${glyphs.check} ${name}`, "success");
}

function toReviewMark(reviewing: boolean, glyphs: Glyphs): Span {
  return reviewing ? span(`   ${glyphs.current} Review`, "primary") : span(`   ${glyphs.todo} Review`, "dim");
}
