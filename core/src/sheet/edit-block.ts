import { editFaults } from "../answer-rules.ts";
import { denies } from "../approval-options.ts";
import { cleanLine } from "../clean-text.ts";
import { toEditable } from "../edited-input.ts";
import { canReview } from "../review.ts";
import type { Ask } from "../schemas.ts";
import { toFaultText } from "../words/fault-text.ts";
import type { Block, FoundBlock } from "./block.ts";
import type { SheetAnswer } from "./read-answer.ts";
import { toInComment, toInert } from "./sheet-question.ts";

/** The call as a person left it in a sheet. */
export interface EditedCall {
  /** The number of the line above it. */
  line: number;
  text: string;
}

/**
 * Where a sheet lets a person change the call. None in a sheet that can only deny; nor for a plan or a change, whose lines are in the
 * sheet already and mean a review if they are changed; nor for a text from which an editor would take settings: nothing in that text can
 * be replaced, since it is what would run.
 */
export function toEditBlock(ask: Ask, canAllow: boolean): { block: Block; text: string } | undefined {
  const text = canAllow && !canReview(ask) ? toEditable(ask) : undefined;
  if (text === undefined || text !== toInert(text)) return undefined;
  const name = toInComment(toInert(cleanLine(ask.approval?.editable ?? "")));
  const hint = `to change ${name} before you allow it once, edit it between these two lines`;
  return { block: { name: "edit", hint }, text };
}

/**
 * The text between the two lines. What differs from `asked` only by white space at the ends of lines is as asked for: editors remove
 * that on their own.
 */
export function readEdited(found: FoundBlock | undefined, asked: string | undefined): EditedCall | undefined {
  if (found === undefined || asked === undefined) return undefined;
  const text = found.lines.map((line) => line.text).join("\n");
  const trimmed = (given: string) => given.replace(/[ \t]+$/gm, "");
  return { line: found.line, text: trimmed(text) === trimmed(asked) ? asked : text };
}

/** The answer with what the person changed. A denial goes without it. */
export function withEdited(ask: Ask, read: SheetAnswer, edited: EditedCall | undefined): SheetAnswer {
  if (edited === undefined || !("answer" in read) || edited.text === toEditable(ask)) return read;
  const answer = { ...read.answer, edited: edited.text };
  if (denies(ask, answer.selectedOptions[0])) return read;
  const faults = editFaults(ask, answer);
  if (faults.length === 0) return { answer };
  return { errors: faults.map((fault) => ({ line: edited.line, message: toFaultText(fault) })) };
}
