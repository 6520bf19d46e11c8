import { takesPictures } from "../attachments.ts";
import { fitText } from "../clean-text.ts";
import { maxPictures } from "../limits.ts";
import type { Attachment, QuestionAnswer } from "../outcome-schemas.ts";
import { takesNewlines } from "../question-kind.ts";
import type { Ask, Question } from "../schemas.ts";
import type { Entry } from "./answering.ts";
import { isConfirm, isGivenOther, noneRow, noneText, otherRow, takesOnlyOptions } from "./rows.ts";
import { type TextField, toField } from "./text-field.ts";

/** Single-select: this row and no other. Choosing undoes a skip. */
export function choose(entry: Entry, row: number): Entry {
  return { ...entry, focus: row, skipped: false, picked: [row] };
}

/** Multi-select: this row on or off. Ticking undoes a skip; None of these and the other rows exclude each other. */
export function toggle(ask: Ask, question: Question, entry: Entry, row: number): Entry {
  const off = entry.picked.includes(row);
  const picked = off ? without(entry.picked, row) : withRow(ask, question, entry.picked, row);
  return { ...entry, focus: row, skipped: false, picked };
}

/** All listed options, or none when all are ticked. Other stays as it is. */
export function toggleAll(ask: Ask, question: Question, entry: Entry): Entry {
  const rows = [...question.options.keys()].filter((row) => row !== otherRow(ask, question));
  const kept = without(entry.picked, noneRow(ask, question));
  const added = rows.filter((row) => !kept.includes(row));
  const picked = added.length > 0 ? [...kept, ...added] : kept.filter((row) => !rows.includes(row));
  return { ...entry, skipped: false, picked };
}

/** No preference. Clears the choices and keeps typed text. */
export function skip(entry: Entry): Entry {
  return { ...entry, skipped: true, picked: [] };
}

function without(rows: readonly number[], row: number): readonly number[] {
  return rows.filter((other) => other !== row);
}

function withRow(ask: Ask, question: Question, rows: readonly number[], row: number): readonly number[] {
  const none = noneRow(ask, question);
  return row === none ? [row] : [...without(without(rows, none), row), row];
}

/**
 * The text of Other changed. In a multi-select, or if Other is the only row, typing picks Other; in a single-select, Enter or
 * Space has to. With `atOnce`, typing always picks it. Clearing the text unpicks it, except with `atOnce` or if Other is an
 * option of the agent's own, whose label is an answer.
 */
export function writeOther(ask: Ask, question: Question, entry: Entry, other: TextField, atOnce: boolean): Entry {
  const changed = { ...entry, other };
  if (other.text === entry.other.text) return changed;
  const row = otherRow(ask, question);
  const typed = other.text.trim() !== "";
  const picked = entry.picked.includes(row);
  if (!typed)
    // An emptied Other is no longer an answer, not even in a single-select.
    return atOnce || !picked || isGivenOther(ask, question)
      ? changed
      : { ...changed, picked: without(entry.picked, row) };
  if (!(atOnce || question.multiSelect || question.options.length === 0)) return changed;
  if (!question.multiSelect) return { ...choose(changed, row), focus: entry.focus };
  return {
    ...changed,
    skipped: false,
    picked: picked ? entry.picked : withRow(ask, question, entry.picked, row),
  };
}

/** A choice for one question, made elsewhere and not validated yet. */
export interface Given {
  selectedOptions: string[];
  /** Whether Other was chosen. */
  otherPicked: boolean;
  other: string;
  note: string;
  skipped: boolean;
  /** The pictures that go with the answer. */
  attachments?: Attachment[];
  /** Whether None of these was chosen. */
  none?: boolean;
}

/**
 * The entry with this choice, limited to what a person could have done by hand: clean text within the limit, our Other only
 * with text, no skip of an approval, only yes or no for a confirm. Choices that exclude each other are all dropped: we never guess which was meant.
 */
export function fromGiven(ask: Ask, question: Question, entry: Entry, given: Given, maxLength: number): Entry {
  const row = otherRow(ask, question);
  const skipped = given.skipped && !takesOnlyOptions(ask, question) && question.required !== true;
  const other = row < 0 ? "" : fitText(given.other, { newlines: takesNewlines(question), maxLength }).text;
  const none = noneRow(ask, question);
  const listed = new Set(
    given.selectedOptions.map((label) => question.options.findIndex((option) => option.label === label)),
  );
  if (given.otherPicked && (other.trim() !== "" || isGivenOther(ask, question))) listed.add(row);
  if (given.none === true) listed.add(none);
  listed.delete(-1);
  const tooMany = listed.size > 1 && (!question.multiSelect || listed.has(none));
  return {
    ...entry,
    picked: given.skipped || tooMany ? [] : [...listed],
    other: other === entry.other.text ? entry.other : toField(other),
    attachments: takesPictures(ask, question) ? (given.attachments ?? []).slice(0, maxPictures) : [],
    note: toField(isConfirm(ask) ? "" : fitText(given.note, { newlines: true, maxLength }).text),
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
  const words = (answer.customInput ?? "").trim();
  const none = words === noneText && answer.selectedOptions.length === 0 && noneRow(ask, question) >= 0;
  const own = words !== "" && !none;
  const given = {
    selectedOptions: answer.selectedOptions,
    otherPicked: own,
    other: own ? (answer.customInput ?? "") : entry.other.text,
    note: answer.notes ?? entry.note.text,
    attachments: answer.attachments ?? [...entry.attachments],
    skipped: answer.skipped === true,
    none,
  };
  const filled = fromGiven(ask, question, entry, given, maxLength);
  return filled.picked.length === 0 ? filled : { ...filled, focus: Math.min(...filled.picked) };
}
