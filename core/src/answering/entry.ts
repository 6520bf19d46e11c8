import type { QuestionAnswer } from "../answer.ts";
import type { Ask, Question } from "../ask.ts";
import { type Entry, otherRow } from "./answering.ts";
import { type TextField, toField } from "./text-field.ts";

/** Single-select: this row and no other. Choosing takes back a skip. */
export function choose(entry: Entry, row: number): Entry {
  return { ...entry, focus: row, skipped: false, picked: entry.picked.map((_, index) => index === row) };
}

/** Multi-select: this row on or off. Ticking takes back a skip. */
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
 * The text of Other changed. Where several answers may stand together, or Other is all there is, text ticks it and emptying
 * unticks it; in a single-select it waits for Enter or Space.
 */
export function writeOther(ask: Ask, question: Question, entry: Entry, other: TextField): Entry {
  const changed = { ...entry, other };
  if (other.text === entry.other.text) return changed;
  const row = otherRow(ask, question);
  const typed = other.text.trim() !== "";
  const follows = question.multiSelect || question.options.length === 0;
  // An emptied Other is no longer an answer, in a single-select either.
  if (typed ? !follows : entry.picked[row] !== true) return changed;
  return {
    ...changed,
    skipped: typed ? false : entry.skipped,
    picked: entry.picked.map((picked, index) => (index === row ? typed : picked)),
  };
}

/** The entry that stands for an answer given elsewhere, as a sheet. What it does not mention keeps its text. */
export function fromAnswer(question: Question, entry: Entry, answer: QuestionAnswer): Entry {
  const own = answer.customInput ?? "";
  const picked = question.options.map((option) => answer.selectedOptions.includes(option.label)).concat(own !== "");
  const first = picked.indexOf(true);
  return {
    focus: first === -1 ? entry.focus : first,
    picked: answer.skipped === true ? picked.map(() => false) : picked,
    other: own === "" ? entry.other : toField(own),
    note: answer.notes === undefined ? entry.note : toField(answer.notes),
    skipped: answer.skipped === true,
  };
}
