import { cleanInput } from "../clean-text.ts";
import type { Ask, Question, QuestionAnswer } from "../schemas.ts";
import { type Entry, otherRow } from "./answering.ts";
import { type TextField, toField } from "./text-field.ts";

/** Single-select: this row and no other. Choosing undoes a skip. */
export function choose(entry: Entry, row: number): Entry {
  return { ...entry, focus: row, skipped: false, picked: entry.picked.map((_, index) => index === row) };
}

/** Multi-select: this row on or off. Ticking undoes a skip. */
export function toggle(entry: Entry, row: number): Entry {
  return {
    ...entry,
    focus: row,
    skipped: false,
    picked: entry.picked.map((picked, index) => (index === row ? !picked : picked)),
  };
}

/** All listed options, or none when all are ticked. Other stays as it is. */
export function toggleAll(question: Question, entry: Entry): Entry {
  const count = question.options.length;
  const on = !entry.picked.slice(0, count).every(Boolean);
  return { ...entry, skipped: false, picked: entry.picked.map((picked, row) => (row < count ? on : picked)) };
}

/** No preference. Choices go, typed text stays. */
export function skip(entry: Entry): Entry {
  return { ...entry, skipped: true, picked: entry.picked.map(() => false) };
}

/**
 * The text of Other changed. If several answers are allowed, or Other is all there is, text ticks it and emptying
 * unticks it; in a single-select it waits for Enter or Space. With `atOnce`, writing chooses it everywhere, and once chosen
 * it stays so.
 */
export function writeOther(ask: Ask, question: Question, entry: Entry, other: TextField, atOnce: boolean): Entry {
  const changed = { ...entry, other };
  if (other.text === entry.other.text) return changed;
  const row = otherRow(ask, question);
  const typed = other.text.trim() !== "";
  const follows = atOnce || question.multiSelect || question.options.length === 0;
  // An emptied Other is no longer an answer, in a single-select either.
  if (typed ? !follows : atOnce || entry.picked[row] !== true) return changed;
  if (typed && !question.multiSelect) return { ...choose(changed, row), focus: entry.focus };
  return {
    ...changed,
    skipped: typed ? false : entry.skipped,
    picked: entry.picked.map((picked, index) => (index === row ? typed : picked)),
  };
}

/** An unchecked choice for one question, made elsewhere. */
export interface Given {
  selectedOptions: string[];
  /** Whether Other was chosen. */
  otherPicked: boolean;
  other: string;
  note: string;
  skipped: boolean;
}

/**
 * The entry with this choice, as far as a person could have made it by hand: clean text within the limit, Other
 * only with text, no skip of an approval. Two choices where one is allowed count as none: we never guess which was meant.
 */
export function fromGiven(ask: Ask, question: Question, entry: Entry, given: Given, maxLength: number): Entry {
  const hasOther = otherRow(ask, question) >= 0;
  const skipped = given.skipped && ask.kind !== "approval";
  const other = hasOther ? cleanInput(given.other, { newlines: question.kind !== "number", maxLength }) : "";
  const picked = question.options
    .map((option) => given.selectedOptions.includes(option.label))
    .concat(hasOther && given.otherPicked && other.trim() !== "");
  const tooMany = !question.multiSelect && picked.filter(Boolean).length > 1;
  return {
    ...entry,
    picked: given.skipped || tooMany ? picked.map(() => false) : picked,
    other: other === entry.other.text ? entry.other : toField(other),
    note: toField(cleanInput(given.note, { newlines: true, maxLength })),
    skipped,
  };
}

/** The entry for an answer given elsewhere, such as a sheet. Text that the answer does not mention is kept. */
export function fromAnswer(
  ask: Ask,
  question: Question,
  entry: Entry,
  answer: QuestionAnswer,
  maxLength: number,
): Entry {
  const own = (answer.customInput ?? "").trim() !== "";
  const given = {
    selectedOptions: answer.selectedOptions,
    otherPicked: own,
    other: own ? (answer.customInput ?? "") : entry.other.text,
    note: answer.notes ?? entry.note.text,
    skipped: answer.skipped === true,
  };
  const filled = fromGiven(ask, question, entry, given, maxLength);
  const first = filled.picked.indexOf(true);
  return first === -1 ? filled : { ...filled, focus: first };
}
