import { fitText, type TextRule } from "../clean-text.ts";
import { toEditable } from "../edited-input.ts";
import { maxEditedLength } from "../limits.ts";
import { takesNewlines } from "../question-kind.ts";
import { type Answering, current, type FieldName } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { fromAnswer, writeOther } from "./entry.ts";
import { withEntry } from "./pages.ts";
import { withEntries } from "./question-answer.ts";
import { canAskBack, canAttach, commentRow, isConfirm, lastRow, otherRow } from "./rows.ts";
import { editText, insertText, isAtEdge, type TextEdit, type TextField, toField } from "./text-field.ts";

/** Whether what is typed goes into the line of a `confirm` question. */
export function takesLine({ ask, page, help }: Answering): boolean {
  return isConfirm(ask) && page === "question" && !help;
}

/** The row that Enter chooses at a `confirm` question: what the line says, or the focused one if it is empty. Null if it says neither. */
export function confirmRow(state: Answering): number | null {
  const { question, entry } = current(state);
  const word = state.line.text.trim().toLowerCase();
  if (word === "") return entry.focus;
  const label = ["y", "yes"].includes(word) ? "Yes" : ["n", "no"].includes(word) ? "No" : null;
  return label === null ? null : question.options.findIndex((option) => option.label === label);
}

/** Opens a field if the page has it. */
export function openField(state: Answering, field: FieldName): Answering {
  if (field === "comment") {
    const reviewRow = commentRow(state.ask);
    return state.page === "review" && reviewRow >= 0 ? { ...state, field, reviewRow } : state;
  }
  if (field === "reason") return state.page === "decline" ? { ...state, field, declineRow: 2 } : state;
  if (field === "asked") return canAskBack(state.ask) && state.page !== "decline" ? { ...state, field } : state;
  if (field === "edited")
    return toEditable(state.ask) !== undefined && state.page === "question" ? { ...state, field } : state;
  if (state.page !== "question" || field === "mark-comment" || field === "replacement") return state;
  if (field === "picture") return state.settings.pictures && canAttach(state, state.at) ? { ...state, field } : state;
  const { question, entry } = current(state);
  if (field === "note") return isConfirm(state.ask) ? state : { ...state, field };
  const row = otherRow(state.ask, question);
  return row < 0 ? state : { ...withEntry(state, { ...entry, focus: row }), field };
}

/** Typed or pasted text. On a closed Other row it opens the field; elsewhere it is refused with a notice. */
export function insertIntoField(state: Answering, typed: string): Answering {
  if (takesLine(state)) {
    const { maxLength } = state.settings;
    const { field: line, cut } = insertText(state.line, typed, { newlines: false, maxLength });
    return withCut({ ...state, line }, cut, maxLength);
  }
  const { question, entry } = current(state);
  const other = state.page === "question" ? otherRow(state.ask, question) : -1;
  const field = state.field ?? (other >= 0 && entry.focus === other ? "other" : null);
  if (field === null) return { ...state, notice: { code: "no-field", other: other >= 0 } };
  const open = { ...state, field };
  const rule = ruleOf(state, field, state.at);
  const { field: changed, cut } = insertText(fieldOf(open, field), typed, rule);
  return withCut(replaceField(open, field, changed, state.at), cut, rule.maxLength);
}

/** An edit by key. `leave` is what up and down do at the first and last line. */
export function editField(state: Answering, edit: TextEdit, leave: (by: 1 | -1) => Answering): Answering {
  const field = state.field;
  if (takesLine(state)) return { ...state, line: editText(state.line, edit) };
  if (field === null) return state;
  const text = fieldOf(state, field);
  if ((edit === "up" || edit === "down") && isAtEdge(text, edit)) return leaveAtEdge(state, field, edit, leave);
  return replaceField(state, field, editText(text, edit), state.at);
}

// If there is no row in that direction, the cursor stays where it is. Every field except Other just closes.
function leaveAtEdge(
  state: Answering,
  field: FieldName,
  edit: "up" | "down",
  leave: (by: 1 | -1) => Answering,
): Answering {
  if (field !== "other") return { ...state, field: null };
  const row = otherRow(state.ask, current(state).question);
  if (edit === "up") return row === 0 ? state : leave(-1);
  return row === lastRow(state.ask, current(state).question) ? state : leave(1);
}

/** Replaces the whole text of a field, cut to the limit. */
export function setText(state: Answering, field: FieldName, given: string, at: number): Answering {
  const rule = ruleOf(state, field, at);
  const { text, cut } = fitText(given, rule);
  return withCut(replaceField(state, field, toField(text), at), cut, rule.maxLength);
}

/** What this field accepts; `at` is its question. */
export function ruleOf({ ask, settings: { maxLength } }: Answering, field: FieldName, at: number): TextRule {
  const question = ask.questions[at];
  switch (field) {
    case "edited":
      return { newlines: true, tabs: true, maxLength: maxEditedLength };
    case "replacement":
      return { newlines: true, maxLength: maxEditedLength };
    case "picture":
      return { newlines: false, maxLength };
    case "other":
      return { newlines: question === undefined || takesNewlines(question), maxLength };
    default:
      return { newlines: true, maxLength };
  }
}

/** The state with a notice that this many characters were cut off, if any were. */
export function withCut(state: Answering, count: number, limit: number): Answering {
  return count === 0 ? state : { ...state, notice: { code: "cut", limit, count } };
}

/** The state with the answers of a sheet in its questions. A question the sheet does not answer stays as it is. */
export function fillIn(state: Answering, event: Extract<AnsweringEvent, { type: "fill" }>): Answering {
  const { maxLength } = state.settings;
  const entries = withEntries(state).map(({ question, entry }) => {
    const given = event.answers.find((candidate) => candidate.question === question.question);
    return given === undefined ? entry : fromAnswer(state.ask, question, entry, given, maxLength);
  });
  const isCut = event.answers.some(({ customInput = "", notes = "" }) =>
    [customInput, notes].some((text) => text.length > maxLength),
  );
  const notice = isCut ? ({ code: "cut", limit: maxLength } as const) : state.notice;
  const filled = { ...state, entries, notice, marks: event.review ?? state.marks };
  return event.comment === undefined ? filled : setText(filled, "comment", event.comment, state.at);
}

/** The current text of a field. */
export function fieldOf(state: Answering, field: FieldName): TextField {
  if (field === "mark-comment" || field === "replacement") return state.markText;
  return field === "other" || field === "note" ? current(state).entry[field] : state[field];
}

function replaceField(state: Answering, field: FieldName, text: TextField, at: number): Answering {
  if (field === "mark-comment" || field === "replacement") return state;
  if (field === "asked" && !canAskBack(state.ask)) return state;
  if (field === "edited" && toEditable(state.ask) === undefined) return state;
  if (field !== "other" && field !== "note") return { ...state, [field]: text };
  const question = state.ask.questions[at];
  const entry = state.entries[at];
  if (question === undefined || entry === undefined) return state;
  if (field === "note") return isConfirm(state.ask) ? state : withEntry(state, { ...entry, note: text }, at);
  return otherRow(state.ask, question) < 0
    ? state
    : withEntry(state, writeOther(state.ask, question, entry, text, state.settings.otherAtOnce), at);
}
