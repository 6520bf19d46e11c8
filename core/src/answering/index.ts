export {
  type Answering,
  type AnsweringEnd,
  type AnsweringSettings,
  countPicked,
  current,
  type Entry,
  type FieldName,
  isAnswered,
  type Notice,
  openQuestions,
  problemOf,
  startAnswering,
  toQuestionAnswer,
  unsentText,
} from "./answering.ts";
export type { AnsweringEvent } from "./answering-event.ts";
export { applyDraft, type Draft, hasContent, isSameDraft, toDraft } from "./draft.ts";
export { enterMeaning } from "./enter-meaning.ts";
export { fieldOf } from "./field-events.ts";
export { type Key, toEvent, toShortcut, toTextEdit } from "./key-map.ts";
export { answer, answerOnCard } from "./machine.ts";
export { isGivenOther, lastRow, noneRow, noneText, otherRow } from "./rows.ts";
export { editText, emptyField, insertText, isAtEdge, type TextEdit, type TextField, toField } from "./text-field.ts";
