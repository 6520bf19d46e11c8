import { type AnswerFault, textFaults } from "./answer-rules.ts";
import { toChosenEffect } from "./approval-options.ts";
import { approvalSubject, type FileEdit } from "./approval-subject.ts";
import { revealText, trimShown } from "./clean-text.ts";
import { maxEditedLength } from "./limits.ts";
import { createBudget, lineDiff } from "./line-diff.ts";
import type { GivenAnswer, ReviewMark } from "./outcome-schemas.ts";
import type { Approval, Ask } from "./schemas.ts";

/**
 * A plan or a change as the lines that a review counts, from 1. Every screen and the hub make the same lines of the same approval.
 * Characters that a screen would hide are spelled out, as `revealText` does it.
 */
export interface Reviewed {
  kind: "plan" | "diff";
  /**
   * The lines of the plan as they are written. Of a change: each file's line `File PATH` and then its lines after `+ `, `- ` or two
   * spaces, so that no line of a file can pass for the name of another.
   */
  lines: readonly string[];
}

/**
 * What can be reviewed line by line; undefined if the ask is neither about a plan nor about a change of files.
 *
 * @example
 * const reviewed = toReviewed(ask);
 * if (reviewed !== undefined) console.log(`${reviewed.lines.length} lines`);
 */
export function toReviewed({ approval }: Pick<Ask, "approval">): Reviewed | undefined {
  if (approval === undefined) return undefined;
  const known = texts.get(approval);
  if (known !== undefined) return known.reviewed;
  const reviewed = readLines(approval);
  texts.set(approval, { reviewed });
  return reviewed;
}

/** Whether there is something to review. Unlike `toReviewed` it compares no lines, which may take a moment. */
export function canReview({ approval }: Pick<Ask, "approval">): boolean {
  if (approval === undefined) return false;
  const { part } = approvalSubject(approval);
  return part.kind === "plan" ? trimShown(part.markdown) !== "" : part.kind === "diff";
}

// Screens ask with every frame.
const texts = new WeakMap<Approval, { reviewed: Reviewed | undefined }>();

function readLines(approval: Approval): Reviewed | undefined {
  const { part } = approvalSubject(approval);
  if (part.kind === "plan") {
    const text = revealText(trimShown(part.markdown));
    return text === "" ? undefined : { kind: "plan", lines: text.split("\n") };
  }
  if (part.kind !== "diff") return undefined;
  const budget = createBudget();
  return {
    kind: "diff",
    lines: part.edits.flatMap(({ path, before, after }: FileEdit) => [
      `File ${revealText(path).replaceAll("\n", "<U+000A>")}${before === null ? " (whole)" : ""}`,
      ...lineDiff(revealText(before ?? ""), revealText(after), budget).map(({ sign, text }) => `${sign} ${text}`),
    ]),
  };
}

/** Lines as a sheet or a reader shows them: `text` is null for a run of more than two blank ones, so that it cannot push off what follows. */
export function foldBlankLines(lines: readonly string[]): { from: number; to: number; text: string | null }[] {
  const shown: { from: number; to: number; text: string | null }[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end < lines.length && (lines[end] ?? "").trim() === "") end += 1;
    const isRun = end - at > 2;
    if (!isRun) end = at + 1;
    shown.push({ from: at + 1, to: end, text: isRun ? null : (lines[at] ?? "") });
    at = end;
  }
  return shown;
}

/** The name of the file that this line of a change belongs to; undefined in a plan. */
export function fileOf({ kind, lines }: Reviewed, line: number): string | undefined {
  if (kind === "plan") return undefined;
  for (let at = line - 1; at >= 0; at -= 1) {
    const [, name] = /^File (.*?)(?: \(whole\))?$/s.exec(lines[at] ?? "") ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The faults of a review: where it may not be, and marks that do not fit what is reviewed. No marks have none. */
export function reviewFaults(
  ask: Pick<Ask, "approval">,
  { review = [], selectedOptions }: Pick<GivenAnswer, "review" | "selectedOptions">,
): AnswerFault[] {
  if (review.length === 0) return [];
  const reviewed = toReviewed(ask);
  if (reviewed === undefined) return [{ code: "not-reviewable" }];
  const effect = toChosenEffect(ask, [{ selectedOptions }]);
  if (effect !== "deny" && effect !== "allow-once") return [{ code: "review-not-decided" }];
  const length = review.reduce((sum, mark) => sum + lengthOf(mark), 0);
  if (length > maxEditedLength) return [{ code: "too-long", field: "review", length, limit: maxEditedLength }];
  return review.flatMap((mark, at): AnswerFault[] => {
    const { comment, replacement } = mark;
    if (!fits(mark, reviewed.lines)) return [{ code: "mark-misplaced", mark: at }];
    if ((comment ?? "").trim() === "" && replacement === undefined) return [{ code: "mark-empty", mark: at }];
    if (review.slice(0, at).some((other) => isSamePlace(other, mark) || bothReplace(other, mark, reviewed.lines)))
      return [{ code: "mark-twice", mark: at }];
    return [
      ...textFaults(`review[${at}].comment`, comment ?? ""),
      ...textFaults(`review[${at}].replacement`, replacement ?? "", maxEditedLength),
    ];
  });
}

/** Whether the mark quotes these lines, all of them or some words from the first to the last. */
export function fits({ from, to, quote }: ReviewMark, lines: readonly string[]): boolean {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to && to <= lines.length)) return false;
  const quoted = lines.slice(from - 1, to);
  const text = quoted.join("\n");
  if (quote === text) return true;
  return quote.trim() !== "" && quote.split("\n").length === quoted.length && text.includes(quote);
}

/** How many characters count towards the limit of a review. */
export function lengthOf({ quote, comment = "", replacement = "" }: ReviewMark): number {
  return quote.length + comment.length + replacement.length;
}

export function isSamePlace(one: ReviewMark, other: Pick<ReviewMark, "from" | "to" | "quote">): boolean {
  return one.from === other.from && one.to === other.to && one.quote === other.quote;
}

/** Whether both say what should stand at a place that they share, so that they contradict each other. */
export function bothReplace(one: ReviewMark, other: ReviewMark, lines: readonly string[]): boolean {
  if (one.replacement === undefined || other.replacement === undefined) return false;
  if (one.to < other.from || other.to < one.from) return false;
  const line = lines[one.from - 1] ?? "";
  const inOneLine = [one, other].every(({ from, to }) => from === one.from && to === one.from);
  if (!inOneLine) return true;
  const [start, otherStart] = [line.indexOf(one.quote), line.indexOf(other.quote)];
  return start < otherStart + other.quote.length && otherStart < start + one.quote.length;
}

/** The marks in the order of the document, each with its file. */
export function toReview(marks: readonly ReviewMark[], reviewed: Reviewed): ReviewMark[] {
  return inOrder(marks, reviewed.lines).map(({ file: _, ...mark }) => {
    const file = fileOf(reviewed, mark.from);
    return file === undefined ? mark : { ...mark, file };
  });
}

function inOrder(marks: readonly ReviewMark[], lines: readonly string[]): ReviewMark[] {
  const column = ({ from, quote }: ReviewMark) => (lines[from - 1] ?? "").indexOf(quote.split("\n", 1)[0] ?? "");
  return [...marks].sort((one, other) => one.from - other.from || column(one) - column(other) || one.to - other.to);
}

/**
 * What is selected from one place of the text to another; a column counts from 0. Words that occur more than once in their lines take
 * their neighbours with them, so that the quote says which are meant. Undefined if nothing is selected.
 */
export function toSelected(
  lines: readonly string[],
  start: { line: number; column: number },
  end: { line: number; column: number },
): Pick<ReviewMark, "from" | "to" | "quote"> | undefined {
  const [from, to] = [start.line, end.line];
  const text = lines.slice(from - 1, to).join("\n");
  const lastStart = text.lastIndexOf("\n") + 1;
  let [left, right] = [start.column, lastStart + end.column];
  if (text.slice(left, right).trim() === "") return undefined;
  const isRepeated = () => {
    const words = text.slice(left, right);
    return text.indexOf(words) !== text.lastIndexOf(words);
  };
  while (isRepeated() && (left > 0 || right < text.length)) {
    left = /\S*\s*$/.exec(text.slice(0, left))?.index ?? 0;
    right += /^\s*\S*/.exec(text.slice(right))?.[0].length ?? 0;
  }
  return { from, to, quote: text.slice(left, right) };
}

/**
 * The marks of a review that still find their lines in a revised text, moved with them, and those that do not. A mark finds its lines
 * if they stand there unchanged; if they do so more than once, at the place nearest to where they were.
 */
export function keepMarks(
  marks: readonly ReviewMark[],
  lines: readonly string[],
  revised: readonly string[],
): { kept: ReviewMark[]; lost: ReviewMark[] } {
  const kept: ReviewMark[] = [];
  const lost: ReviewMark[] = [];
  const places = new Map<string, number[]>();
  for (const [at, line] of revised.entries()) {
    const found = places.get(line);
    if (found === undefined) places.set(line, [at]);
    else found.push(at);
  }
  for (const mark of marks) {
    const quoted = lines.slice(mark.from - 1, mark.to);
    const distance = (at: number) => Math.abs(at + 1 - mark.from);
    const [at] = (places.get(quoted[0] ?? "") ?? [])
      .filter((start) => quoted.every((line, index) => revised[start + index] === line))
      .sort((one, other) => distance(one) - distance(other));
    const moved = at === undefined ? undefined : { ...mark, from: at + 1, to: at + 1 + mark.to - mark.from };
    if (moved === undefined || kept.some((other) => isSamePlace(other, moved) || bothReplace(other, moved, revised)))
      lost.push(mark);
    else kept.push(moved);
  }
  return { kept: inOrder(kept, revised), lost };
}
