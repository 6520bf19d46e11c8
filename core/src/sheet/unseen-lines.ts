import { denies } from "../approval-options.ts";
import type { QuestionAnswer } from "../outcome-schemas.ts";
import type { Ask } from "../schemas.ts";
import type { SheetError } from "./mark-sheet-errors.ts";
import { reviewBlock } from "./render-review.ts";
import { renderSubject } from "./render-sheet.ts";

/** The first and the last of some lines, counted from 1. */
type LineRange = readonly [first: number, last: number];

/** What has been on the person's screen: everything, or these lines of the text. */
export type SeenLines = "all" | readonly LineRange[];

/**
 * Why this answer cannot be given yet: it allows something of which not all has been on the screen, or which was changed in the
 * sheet. Undefined if it can.
 */
export function findUnseen(
  ask: Ask,
  answer: QuestionAnswer,
  text: { lines: readonly string[]; heading: number },
  seen: SeenLines,
): SheetError | undefined {
  if (ask.kind !== "approval" || denies(ask, answer.selectedOptions[0]) || seen === "all") return undefined;
  const subject = renderSubject(ask);
  const lines = text.lines.map((line) => line.trimEnd());
  let found: number[] | undefined;
  for (let at = text.heading; at < lines.length && found === undefined; at += 1) found = matchFrom(lines, at, subject);
  if (found === undefined)
    return { line: text.heading, message: "The lines above the options were changed. Undo that before you allow it." };
  const isUnseen = (number: number) => !seen.some(([first, last]) => first <= number && number <= last);
  const unseen = found.filter(isUnseen);
  const [first] = unseen;
  const last = unseen.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const which = first === last ? `Line ${first} has` : `Lines ${first} to ${last} have`;
  return { line: first, message: `${which} not been on the screen. Read on from here, then send again.` };
}

/** The numbers of the lines that show the subject from this line on, with the person's comments between them left out. */
function matchFrom(lines: readonly string[], start: number, subject: readonly string[]): number[] | undefined {
  const numbers: number[] = [];
  let at = start;
  let inReview = false;
  for (const expected of subject) {
    while (inReview && (lines[at] ?? "").startsWith(">")) at += 1;
    if (lines[at] !== expected) return undefined;
    at += 1;
    numbers.push(at);
    if (expected.startsWith(`<!-- ${reviewBlock.name}:`)) inReview = true;
    if (expected === `<!-- /${reviewBlock.name} -->`) inReview = false;
  }
  return numbers;
}
