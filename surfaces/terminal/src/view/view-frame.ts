import type { Answering } from "@yourcall/core";
import { toNoticeText } from "../notice-text.ts";
import type { Glyphs } from "../screen/glyphs.ts";
import type { StyleName } from "../screen/theme.ts";
import { type Cursor, cutLine, type Line, lineWidth, span, wrapLine } from "../text/styled-line.ts";
import { fitPage } from "./fit-page.ts";
import type { Page } from "./page.ts";
import { declinePage } from "./view-decline.ts";
import { type HintContext, hintLines } from "./view-hints.ts";
import { keysPage } from "./view-keys.ts";
import type { Scrolling } from "./view-preview.ts";
import { hasPreview, questionPage } from "./view-question.ts";
import { reviewPage } from "./view-review.ts";

export interface ViewContext extends HintContext {
  width: number;
  height: number;
  glyphs: Glyphs;
  /** The rail turns red for a moment when a key was refused. */
  alarm?: boolean;
  /** A quiet line below the hint, from whoever shows the prompt. */
  footer?: string;
}

/** What the screen shows: never wider or higher than it is. */
export interface Frame {
  lines: Line[];
  cursor: Cursor | null;
  scrolling: Scrolling | null;
}

/** From this width on a preview stands beside the options. */
export const besideWidth = 100;
const listWidth = 34;

/** The whole prompt: one state, one size, one frame. */
export function viewFrame(state: Answering, context: ViewContext): Frame {
  const { glyphs } = context;
  // The last column stays free: a terminal that has just written it behaves in its own way on the next character.
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
    // Nothing to scroll, so the hint has room for something else.
    below = belowLines(state, context, width);
    fitted = fit(below);
  }
  const lines = [titleLine(fitted.page, width, rail, glyphs), ...fitted.lines, ...below].map((line) =>
    cutLine(line, width),
  );
  const cursor = fitted.cursor === null ? null : { row: fitted.cursor.row + 1, column: fitted.cursor.column };
  return { lines: lines.slice(0, Math.max(1, context.height)), cursor, scrolling: fitted.scrolling };
}

function pageOf(state: Answering, width: number, glyphs: Glyphs): Page {
  if (state.help) return keysPage(state, width, glyphs);
  if (state.page === "review") return reviewPage(state, width, glyphs);
  return state.page === "decline" ? declinePage(state, width, glyphs) : questionPage(state, width, glyphs);
}

function belowLines(state: Answering, context: ViewContext, width: number): Line[] {
  const { glyphs } = context;
  const notice =
    state.notice === null ? [] : wrapLine(`${glyphs.cross} ${toNoticeText(state.notice)}`, width - 2, "danger");
  const hints = hintLines(state, context, width, glyphs);
  const footer = context.footer === undefined ? [] : wrapLine(context.footer, width - 2, "dim");
  const indented = (lines: Line[]) => lines.map((line): Line => [span("  "), ...line]);
  // On a small screen the reason and the hint come before a footer, and neither may push the question out.
  const most = Math.max(1, Math.floor(context.height / 2));
  return [...indented(notice), ...hints, ...(context.height > 12 ? indented(footer) : [])].slice(0, most);
}

/** `╭─ Database ─╮` and the progress, as much of it as fits. */
function titleLine(page: Page, width: number, rail: StyleName, glyphs: Glyphs): Line {
  const { topLeft, topRight, horizontal } = glyphs;
  const chip: Line = [
    span(`${topLeft}${horizontal} `, rail),
    span(page.title, "chip"),
    span(` ${horizontal}${topRight}`, rail),
  ];
  const room = width - lineWidth(chip);
  if (lineWidth(page.beside) <= room) return [...chip, ...page.beside];
  const words = page.beside.slice(0, 1);
  if (lineWidth(words) <= room) return [...chip, ...words];
  const count = /\d+ of \d+/.exec(words[0]?.text ?? "")?.[0]?.replace(" of ", "/");
  // Where even the numbers do not fit beside a long title, the title gives way to them.
  if (count === undefined) return chip;
  const short = span(` ${count}`, "secondary");
  return [...cutLine(chip, width - lineWidth([short])), short];
}
