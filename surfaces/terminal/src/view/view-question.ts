import {
  type Answering,
  type Ask,
  approvalSubject,
  cleanLine,
  cleanText,
  current,
  type Entry,
  type NumberQuestion,
  noneRow,
  type Option,
  type OptionName,
  otherRow,
  type Question,
  toHeaderName,
  toOptionNames,
} from "@yourcall/core";
import { confirmRow, isConfirm, lastRow, noneText, unreachable } from "@yourcall/core/internal";
import type { Glyphs } from "../screen/glyphs.ts";
import {
  firstTwoLines,
  hangLines,
  indentLines,
  type Line,
  lineWidth,
  type Span,
  span,
  wrapLine,
} from "../text/styled-line.ts";
import { type Block, fieldBlock, type Page, type Preview, rowStart, textBlock } from "./page.ts";
import { askedBlock, editedBlock, labelIndent, pictureBlock, pictureLines } from "./said-blocks.ts";
import { approvalPreview } from "./view-approval.ts";
import { marksBlock } from "./view-lines.ts";

/** The page of the current question. */
export function questionPage(state: Answering, width: number, glyphs: Glyphs): Page {
  const { question, entry } = current(state);
  const head = keptPart(state.ask, width, glyphs, `head ${state.at} ${entry.skipped}`, () =>
    headLines(state, width, glyphs),
  );
  if (isConfirm(state.ask)) return confirmPage(state, head, width, glyphs);
  const blocks = rowBlocks(state, width, glyphs);
  const noteAt = blocks.length;
  if (state.field === "note" || entry.note.text !== "")
    blocks.push(fieldBlock(state, "note", [span(" ".repeat(labelIndent)), span("note: ", "muted")], width, glyphs));
  let focus = state.field === "note" ? noteAt : entry.focus;
  const marks = marksBlock(state, width, labelIndent);
  if (marks !== null) blocks.push(marks);
  if (entry.attachments.length > 0) blocks.push({ lines: pictureLines(entry, width) });
  for (const [field, block] of [
    ["picture", pictureBlock(state, width, glyphs)],
    ["edited", editedBlock(state, width, glyphs)],
    ["asked", askedBlock(state, width, glyphs)],
  ] as const) {
    if (block !== null) blocks.push(block);
    if (state.field === field) focus = blocks.length - 1;
  }
  return {
    title: toTitle(state),
    head,
    blocks,
    focus,
    preview: previewOf(state, question, entry),
  };
}

/** Yes and No, the row that Enter would choose marked, and the line for `y` or `n` below them. */
function confirmPage(state: Answering, head: Line[], width: number, glyphs: Glyphs): Page {
  const { question } = current(state);
  const rows = question.options.map(({ label }, row): Block => {
    const focused = confirmRow(state) === row;
    return {
      lines: [[...rowStart(" ", focused, null, glyphs), span(label, focused ? "focus" : "text")]],
      attached: row > 0,
    };
  });
  const hint = question.options[0]?.label === "Yes" ? "[Y/n] " : "[y/N] ";
  const line = textBlock(state.line, true, [span("    "), span(hint, "muted")], width, glyphs);
  return { title: toTitle(state), head, blocks: [...rows, line], focus: rows.length };
}

function toTitle({ ask, at }: Answering): string {
  return ask.approval === undefined ? toHeaderName(ask, at) : approvalSubject(ask.approval).act;
}

function headLines(state: Answering, width: number, glyphs: Glyphs): Line[] {
  const { question, entry } = current(state);
  const rule = toRule(question);
  const head = [
    ...threadLines(state.ask, width),
    ...contextLines(state.ask, width, glyphs),
    ...wrapLine(cleanText(question.question), width, "strong"),
  ];
  if (rule !== "") appendSpan(head, span(`  (${rule})`, "muted"), width);
  if (entry.skipped) head.push([span(`${glyphs.dash} skipped: no preference`, "secondary")]);
  return head;
}

/** How to answer, where the rows do not show it. */
function toRule(question: Question): string {
  switch (question.kind) {
    case "choice":
      return question.multiSelect ? "choose any" : "";
    case "number":
      return toNumberWords(question);
    case "text":
    case "confirm":
      return "";
    default:
      return unreachable(question);
  }
}

/** What the person asked back before, and what the agent replied. The reply to the last question is the context, which follows. */
export function threadLines({ thread = [] }: Ask, width: number): Line[] {
  return thread.slice(-2).flatMap(({ asked, reply = "" }) => {
    const said = cleanLine(reply);
    const replied = said === "" ? [] : wrapLine(`It replied: ${said}`, width, "muted");
    return [
      ...firstTwoLines(wrapLine(`You asked: ${cleanLine(asked)}`, width, "secondary"), width),
      ...firstTwoLines(replied, width),
    ];
  });
}

/** The first two lines of what the agent said just before, in quotes. */
export function contextLines({ context = "" }: Ask, width: number, glyphs: Glyphs): Line[] {
  const said = cleanLine(context);
  if (said === "") return [];
  const lines = wrapLine(`${glyphs.openQuote}${said}${glyphs.closeQuote}`, width, "muted");
  if (lines.length <= 2) return [...lines, []];
  const [first = [], second = []] = firstTwoLines(lines, width - 1);
  return [first, [...second, span(glyphs.closeQuote, "muted")], []];
}

/** `a number, 1 to 5 kg`. */
export function toNumberWords({ min, max, unit }: NumberQuestion): string {
  const of = unit === undefined ? "" : ` ${cleanLine(unit)}`;
  if (min !== undefined && max !== undefined) return `a number, ${min} to ${max}${of}`;
  if (min !== undefined) return `a number, ${min}${of} or more`;
  if (max !== undefined) return `a number, ${max}${of} or less`;
  return of === "" ? "a number" : `a number,${of}`;
}

/** Whether there is something to show next to or below the rows. */
export function hasPreview(state: Answering): boolean {
  if (state.page !== "question" || state.help) return false;
  const { question } = current(state);
  return state.ask.approval !== undefined || question.options.some((option) => option.preview !== undefined);
}

/** Shown next to or below the rows: the focused option's preview, or the input of an approval. */
function previewOf(state: Answering, question: Question, entry: Entry): Preview | undefined {
  // A text that is being changed needs the room; afterwards both are shown, and only what was shown counts as read.
  if (state.field === "edited") return undefined;
  if (state.ask.approval !== undefined) return approvalPreview(state.ask.approval);
  if (!hasPreview(state)) return undefined;
  const option = question.options[entry.focus];
  const none = entry.focus === noneRow(state.ask, question);
  const title = none ? noneText : (toOptionNames(question, state.ask)[entry.focus]?.name ?? "Other");
  return { title, toRows: () => (option?.preview === undefined ? noPreview : previewLines(option)) };
}

const noPreview: Line[] = [[span("(no preview)")]];
const previews = new WeakMap<Option, Line[]>();

/** The lines of a preview, made once: it may be long, and every frame needs them. */
function previewLines(option: Option): Line[] {
  let lines = previews.get(option);
  if (lines === undefined) {
    const text = cleanText(option.preview ?? "").replace(/\n+$/, "");
    lines = text.split("\n").map((line) => [span(line)]);
    previews.set(option, lines);
  }
  return lines;
}

function rowBlocks(state: Answering, width: number, glyphs: Glyphs): Block[] {
  const { question, entry } = current(state);
  const { ask, at } = state;
  const names = keptPart(ask, width, glyphs, `names ${at}`, () => toOptionNames(question, ask));
  return Array.from({ length: lastRow(ask, question) + 1 }, (_, row) => {
    if (row === otherRow(ask, question)) return otherBlock(state, row, names[row], width, glyphs);
    const focused = entry.focus === row && state.field === null;
    const key = `option ${at} ${row} ${focused} ${entry.picked.includes(row)}`;
    const named = names[row] ?? { name: noneText, recommended: false };
    return keptPart(ask, width, glyphs, key, () => optionBlock(state, row, named, focused, width, glyphs));
  });
}

function optionBlock(
  state: Answering,
  row: number,
  { name, recommended }: OptionName,
  focused: boolean,
  width: number,
  glyphs: Glyphs,
  hint?: string,
): Block {
  const { question, entry } = current(state);
  const number = row === noneRow(state.ask, question) ? 0 : row + 1;
  const start = rowStart(String(number), focused, markOf(question, entry, row, glyphs), glyphs);
  const chosen = entry.picked.includes(row);
  const label = wrapLine(name, width - lineWidth(start), chosen ? "chosen" : focused ? "focus" : "text");
  if (recommended) appendSpan(label, recommendedMark(width - lineWidth(start)), width - lineWidth(start));
  const lines = hangLines(start, label);
  const description = cleanText(hint ?? question.options[row]?.description ?? "").trim();
  if (description === "") return { lines };
  const below = indentLines(wrapLine(description, width - lineWidth(start), "muted"), lineWidth(start));
  const short = [...lines];
  // No ellipsis if only our own hint is dropped: nothing is lost then.
  if (hint === undefined) appendSpan(short, span(` ${glyphs.ellipsis}`, "dim"), width);
  return { lines: [...lines, ...below], short };
}

function recommendedMark(width: number): Span {
  return span(width < "(Recommended)".length ? " recommended" : " (Recommended)", "success");
}

function otherBlock(
  state: Answering,
  row: number,
  given: OptionName | undefined,
  width: number,
  glyphs: Glyphs,
): Block {
  const { question, entry } = current(state);
  const focused = entry.focus === row && state.field !== "note";
  if (question.options.length === 0) {
    const start = [span(`${glyphs.pointer} `, "focus")];
    return fieldBlock(state, "other", start, width, glyphs, cleanLine(question.placeholder ?? "Type your answer"));
  }
  if (state.field === "other" || entry.other.text !== "") {
    const start = rowStart(String(row + 1), focused, markOf(question, entry, row, glyphs), glyphs);
    const named = [...start, span(given?.name ?? "Other", focused ? "focus" : "text")];
    return fieldBlock(state, "other", [...named, span(": ")], width, glyphs);
  }
  const key = `other ${state.at} ${focused} ${entry.picked.includes(row)}`;
  return keptPart(state.ask, width, glyphs, key, () => {
    const named = given ?? { name: "Other", recommended: false };
    const hint = given === undefined ? `Type something else${glyphs.ellipsis}` : undefined;
    return optionBlock(state, row, named, focused, width, glyphs, hint);
  });
}

function markOf(question: Question, entry: Entry, row: number, glyphs: Glyphs): Span {
  const on = entry.picked.includes(row);
  return span(toChoiceMark(question, on, glyphs), on ? "chosen" : "primary");
}

/** Whether an option is chosen. */
export function toChoiceMark({ multiSelect }: Question, on: boolean, glyphs: Glyphs): string {
  if (multiSelect) return on ? glyphs.boxOn : glyphs.boxOff;
  return on ? glyphs.radioOn : glyphs.radioOff;
}

/** Adds a piece to the last line, or a new line if it does not fit. */
function appendSpan(lines: Line[], piece: Span, width: number): void {
  const last = lines.at(-1) ?? [];
  if (lineWidth(last) + lineWidth([piece]) <= width) lines[Math.max(0, lines.length - 1)] = [...last, piece];
  else lines.push(...wrapLine(piece.text.trim(), width, piece.style));
}

interface Kept {
  width: number;
  glyphs: Glyphs;
  parts: Map<string, unknown>;
}

const keptByAsk = new WeakMap<Ask, Kept>();

/**
 * A part of an ask's page, made once and then kept. A key press changes one or two rows; cleaning and wrapping the others again
 * would be most of the work of a repaint (docs/decisions). `key` names everything the part depends on other than ask, width and
 * glyphs. Every call returns the same object: do not change it.
 */
function keptPart<Part>(ask: Ask, width: number, glyphs: Glyphs, key: string, make: () => Part): Part {
  let kept = keptByAsk.get(ask);
  if (kept === undefined || kept.width !== width || kept.glyphs !== glyphs) {
    kept = { width, glyphs, parts: new Map() };
    keptByAsk.set(ask, kept);
  }
  let part = kept.parts.get(key) as Part | undefined;
  if (part === undefined) {
    part = make();
    kept.parts.set(key, part);
  }
  return part;
}
