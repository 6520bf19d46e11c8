export * from "./agent-run.ts";
export * from "./answer.ts";
export { type AnswerFault, type NumberFault, numberFault } from "./answer-rules.ts";
export {
  type Answering,
  type AnsweringEnd,
  type AnsweringSettings,
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
} from "./answering/answering.ts";
export type { AnsweringEvent } from "./answering/answering-event.ts";
export { applyDraft, type Draft, hasContent, isSameDraft, toDraft } from "./answering/draft.ts";
export { enterMeaning } from "./answering/enter-meaning.ts";
export { confirmRow, fieldOf } from "./answering/field-events.ts";
export { createKeyGuard, type KeyGuard, parseGuardMs } from "./answering/key-guard.ts";
export { type Key, keyPlace, toEvent, toShortcut, toTextEdit } from "./answering/key-map.ts";
export { answer, answerOnCard } from "./answering/machine.ts";
export { isConfirm, isGivenOther, lastRow, noneRow, noneText, otherRow, takesOnlyOptions } from "./answering/rows.ts";
export {
  editText,
  emptyField,
  insertText,
  isAtEdge,
  type TextEdit,
  type TextField,
  toField,
} from "./answering/text-field.ts";
export * from "./approval-options.ts";
export * from "./approval-subject.ts";
export * from "./ask.ts";
export { toIssues } from "./ask-issues.ts";
export * from "./asker.ts";
export * from "./clean-text.ts";
export * from "./clock.ts";
export * from "./count-characters.ts";
export * from "./deadline.ts";
export * from "./device/device-card.ts";
export * from "./device/press-button.ts";
export { wholeApproval } from "./device/whole-approval.ts";
export { type AskInput, askInputJsonSchema, checkAskInput, type JsonSchema } from "./doors/ask-input.ts";
export * from "./doors/lenient-ask.ts";
export { toPlainAsk } from "./doors/plain-ask-input.ts";
export * from "./errors.ts";
export * from "./event-queue.ts";
export * from "./fields.ts";
export * from "./follow-ask.ts";
export * from "./limits.ts";
export * from "./option-name.ts";
export * from "./schemas.ts";
export { markChosen, markSheetErrors, type SheetError } from "./sheet/mark-sheet-errors.ts";
export { type CheckedSheet, checkSheet, type ParsedSheet, parseSheet } from "./sheet/parse-sheet.ts";
export { type RenderSheetOptions, renderSheet, toSheetFileName } from "./sheet/render-sheet.ts";
export type { LineRange, SeenLines } from "./sheet/unseen-lines.ts";
export * from "./texts/answer-record.ts";
export * from "./texts/approval-text.ts";
export * from "./texts/ask-tool-output.ts";
export * from "./texts/claude-answers.ts";
export { noPreference } from "./texts/label-list.ts";
export * from "./texts/tool-description.ts";
export * from "./texts/tool-result.ts";
export * from "./texts/unanswered-text.ts";
export * from "./words/ask-words.ts";
export * from "./words/bound-lexer.ts";
export { quoteLines } from "./words/escape-markdown.ts";
export * from "./words/fault-text.ts";
export * from "./words/markdown-log.ts";
export * from "./words/shorten.ts";
export * from "./words/suggestion-text.ts";
export * from "./words/times.ts";
