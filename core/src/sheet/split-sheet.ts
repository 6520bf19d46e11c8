import { cleanLine, cleanText } from "../clean-text.ts";
import { type Block, type FoundBlock, takeBlocks } from "./block.ts";
import { maxErrors, type SheetError } from "./mark-sheet-errors.ts";
import { endLine, keepAllText, type SheetQuestion, startLine, unescapeMarkdown } from "./sheet-question.ts";

/** A line that may carry the person's words, without blanks at its end. */
export interface SheetLine {
  number: number;
  kind: "bullet" | "indented" | "plain";
  /** A bullet's text comes without the bullet. */
  text: string;
  /** How many blank lines are above it. */
  gap: number;
}

export interface SplitSheet {
  /** The number of the sheet's first line. */
  first: number;
  /** The lines above the first heading. */
  top: SheetLine[];
  /** By the number in the heading. */
  sections: Map<number, { heading: number; lines: SheetLine[] }>;
  /** Verbatim but for blank lines at both ends. */
  comment?: { line: number; text: string };
  /** By their names, the texts that a person may change in the sheet itself. */
  blocks: Map<string, FoundBlock>;
  errors: SheetError[];
  /** Whether some lines could not be read, so that a question that was not found may still be there. */
  unread: boolean;
  /** Why nothing in the sheet can be read: one of its own lines is gone. */
  lost?: { line: number; text: string };
}

/**
 * Divides the lines of an edited sheet, error marks taken out, into sections and drops what is not the person's: fenced
 * blocks, comments, quoted lines. Each line is the first of these that fits: fence, comment, heading, quote, bullet,
 * indented, plain. Each is recognised only at the start of a line.
 */
export function splitSheet(
  unmarked: string[],
  questionCount: number,
  { id, blocks }: { id?: string; blocks: readonly Block[] },
): SplitSheet {
  const clean = unmarked.map(toCleanLine);
  const { from, to } = findSheet(clean, id);
  const top: SheetLine[] = [];
  const split: SplitSheet = {
    first: from + 1,
    top,
    sections: new Map(),
    blocks: new Map(),
    errors: [],
    unread: false,
  };
  if (id !== undefined && to < 0) {
    const line = findLost(clean);
    split.unread = true;
    if (line !== undefined) split.lost = { line, text: "the first line of this sheet is missing" };
    split.errors.push(
      line === undefined
        ? { line: 1, message: `This file contains no sheet for ${id}.` }
        : {
            line,
            message: `The first line of this sheet is missing. Undo, or write <!-- yourcall ${id} --> above its first question.`,
          },
    );
    return split;
  }
  const { rest, found, errors } = takeBlocks(unmarked, blocks, { from, to });
  const [broken] = errors;
  if (broken !== undefined) {
    split.unread = true;
    split.lost = { line: broken.line, text: "a line of this sheet is missing" };
    split.errors.push(...errors);
    return split;
  }
  split.blocks = found;
  const all = found.size === 0 ? clean : rest.map(toCleanLine);
  let current = top;
  let gap = 0;
  let fence: { mark: string; line: number } | undefined;
  for (let at = from; at < to; at++) {
    if (split.errors.length === maxErrors) {
      split.unread = true;
      break;
    }
    const number = at + 1;
    const line = (all[at] ?? "").trimEnd();
    if (fence !== undefined) {
      if (closesFence(line, fence.mark)) fence = undefined;
      continue;
    }
    const mark = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
    if (mark !== null) {
      fence = { mark: mark[1] ?? mark[2] ?? "", line: number };
      continue;
    }
    if (line.startsWith("<!--")) {
      if (line.indexOf("-->") !== line.length - 3)
        split.errors.push({
          line: number,
          message: 'A comment ends on its own line with "-->", and nothing follows it.',
        });
      continue;
    }
    if (/^##\s*comment$/i.test(line)) {
      const comment = toComment(all.slice(at + 1, to));
      if (comment !== "") split.comment = { line: number, text: comment };
      break;
    }
    const heading = /^##\s*(\d{1,3})(?:[\s·.:]|$)/.exec(line);
    if (heading !== null) {
      const question = Number(heading[1]);
      current = [];
      gap = 0;
      if (question < 1 || question > questionCount)
        split.errors.push({ line: number, message: `There is no question ${question}. Delete this heading.` });
      else if (split.sections.has(question))
        split.errors.push({ line: number, message: `Question ${question} is in this sheet twice. Delete one.` });
      else split.sections.set(question, { heading: number, lines: current });
      continue;
    }
    if (line.startsWith(">")) continue;
    if (line === "") gap++;
    else {
      current.push({ number, gap, ...toKind(line) });
      gap = 0;
    }
  }
  if (fence !== undefined) {
    split.unread = true;
    split.errors.push({
      line: fence.line,
      message: "This fence is never closed, so nothing below it could be read. Undo, or close it.",
    });
  }
  return split;
}

// Editors count only their own line breaks, so a break that cleaning introduces must not start a new line.
function toCleanLine(line: string): string {
  const text = cleanText(line.endsWith("\r") ? line.slice(0, -1) : line);
  return text.includes("\n") ? text.replaceAll("\n", " ") : text;
}

// A sheet without its last line runs to the next sheet or the end. If none has the given id, `to` is -1. Without an id the text
// may be one sheet that has lost its first line.
function findSheet(lines: string[], id: string | undefined): { from: number; to: number } {
  const starts = lines.flatMap((line, index) => (startLine.test(line) ? [index] : []));
  const start = starts.find((index) => id === undefined || startLine.exec(lines[index] ?? "")?.[1] === id);
  if (start === undefined && id !== undefined) return { from: 0, to: -1 };
  const from = start ?? 0;
  const end = lines.findIndex(
    (line, index) => index >= from && (endLine.test(line) || (index > from && startLine.test(line))),
  );
  return { from, to: end < 0 ? lines.length : end };
}

/** The number of the first question's heading that is in no sheet. */
function findLost(lines: string[]): number | undefined {
  let inside = false;
  for (const [index, line] of lines.entries()) {
    if (startLine.test(line)) inside = true;
    else if (endLine.test(line)) inside = false;
    else if (!inside && /^##\s*1(?:[\s·.:]|$)/.test(line)) return index + 1;
  }
  return undefined;
}

function closesFence(line: string, mark: string): boolean {
  const run = /^ {0,3}(`+|~+)$/.exec(line)?.[1] ?? "";
  return run.length >= mark.length && run[0] === mark[0];
}

function toKind(line: string): Pick<SheetLine, "kind" | "text"> {
  if (/^\s/.test(line)) return { kind: "indented", text: line.replace(/^ {1,2}/, "") };
  const bullet = /^[-*+](?:\s+(.*))?$/.exec(line);
  return bullet === null ? { kind: "plain", text: line } : { kind: "bullet", text: bullet[1] ?? "" };
}

function toComment(lines: string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (first < 0) return "";
  return lines
    .slice(first, last + 1)
    .map((line) => (/^\\+<!--/.test(line) ? line.slice(1) : line))
    .join("\n")
    .trimEnd();
}

/**
 * Puts bullets that a formatter wrapped back on one line if the pieces together are exactly a line of the question.
 * Without this the first piece of one label could pass for another, shorter label.
 */
export function unwrapBullets(lines: SheetLine[], question: SheetQuestion): SheetLine[] {
  const whole = new Set(
    [keepAllText, ...question.options.flatMap(({ line, name }) => [line, name])].flatMap((text) => [
      text,
      unescapeMarkdown(text),
    ]),
  );
  const unwrapped: SheetLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    unwrapped.push(line);
    if (line.kind !== "bullet") continue;
    let end = at + 1;
    while (lines[end]?.kind === "indented" && lines[end]?.gap === 0) end++;
    if (end === at + 1) continue;
    const pieces = lines.slice(at, end).map((piece) => piece.text);
    const text = cleanLine(pieces.join(" "));
    const bare = text.replace(/^\\?\[[xX]\\?\] /, "");
    if (!whole.has(bare) && !whole.has(unescapeMarkdown(bare))) continue;
    unwrapped[unwrapped.length - 1] = { ...line, text };
    at = end - 1;
  }
  return unwrapped;
}

/** Whether a formatter could have wrapped this piece out of a description of one of the questions. */
export function isPieceOf(text: string, questions: SheetQuestion[]): boolean {
  const piece = ` ${cleanLine(text)} `;
  return questions.some(({ options }) =>
    options.some(({ line, name }) => {
      const description = `${line.slice(name.length)} `;
      return description.includes(piece) || unescapeMarkdown(description).includes(unescapeMarkdown(piece));
    }),
  );
}
