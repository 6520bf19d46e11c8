import type { ReviewMark } from "../outcome-schemas.ts";
import { fits, foldBlankLines, type Reviewed } from "../review.ts";
import { type Block, type FoundBlock, renderBlock } from "./block.ts";
import { toInert } from "./sheet-question.ts";

/** Where a sheet has the plan or the change: edited and deleted lines are the review, and those that begin with `>`. */
export const reviewBlock: Block = {
  name: "lines",
  hint: 'edit or delete a line to say what should change; "> words" below a line comments on it',
  reserved: ">",
};

/** A line of the sheet's block; several blank lines are one. */
export interface ReviewLine {
  from: number;
  to: number;
  text: string;
}

/** The lines as the block shows them. */
export function toReviewLines({ lines }: Reviewed): ReviewLine[] {
  return foldBlankLines(lines).map(({ from, to, text }) => ({
    from,
    to,
    text: text === null ? `(${to - from + 1} blank lines)` : toInert(text).trimEnd(),
  }));
}

/** The block, with what was already said about its lines: changed, left out, commented on. */
export function renderReview(reviewed: Reviewed, marks: readonly ReviewMark[] = []): string[] {
  const fitting = marks.filter((mark) => fits(mark, reviewed.lines));
  const rows: FoundBlock["lines"] = [];
  const push = (texts: readonly string[], own: boolean) => rows.push(...texts.map((text) => ({ text, own })));
  for (const { from, to, text } of toReviewLines(reviewed)) {
    const changing = fitting.filter((mark) => mark.replacement !== undefined && mark.from <= to && mark.to >= from);
    const [first] = changing;
    if (first === undefined) push([text], false);
    else if (first.from >= from) push(toReplaced(reviewed, first, changing), false);
    for (const mark of fitting) if (mark.to >= from && mark.to <= to) push(toComment(reviewed, mark), true);
  }
  return renderBlock(reviewBlock, rows);
}

function toReplaced({ lines }: Reviewed, first: ReviewMark, changing: readonly ReviewMark[]): string[] {
  let text = lines.slice(first.from - 1, first.to).join("\n");
  const isWhole = first.quote === text;
  for (const { quote, replacement = "" } of changing) text = text.replace(quote, () => replacement);
  return isWhole && first.replacement === "" ? [] : text.split("\n");
}

// Each comment names its lines: next to lines that are left out it would not be clear which it is about.
function toComment({ lines }: Reviewed, { from, to, quote, comment = "" }: ReviewMark): string[] {
  if (comment.trim() === "") return [];
  const isWhole = quote === lines.slice(from - 1, to).join("\n");
  const place = `${from === to ? `line ${from}` : `lines ${from}-${to}`}${isWhole ? "" : ` ${JSON.stringify(quote)}`}`;
  const [first = "", ...rest] = comment.trim().split("\n");
  return [`> ${place}: ${first}`, ...rest.map((line) => `> ${escapeComment(line)}`)].map((line) => line.trimEnd());
}

// A backslash keeps a later line of a comment from being read as the start of another.
function escapeComment(line: string): string {
  return /^\\*(?:lines? \d|")/.test(line) ? `\\${line}` : line;
}

export function unescapeComment(line: string): string {
  return /^\\+(?:lines? \d|")/.test(line) ? line.slice(1) : line;
}
