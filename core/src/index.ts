export {
  AgentError,
  type AgentErrorCode,
  type AgentEvent,
  type AgentRun,
  type AgentSettingsReport,
  type AgentUsage,
  type OfferedModel,
  type ToolResult,
} from "./agent-run.ts";
export { checkAnswers } from "./answer.ts";
export { answer } from "./answering/answer-by-keys.ts";
export {
  type Answering,
  type AnsweringEnd,
  type AnsweringSettings,
  current,
  type Entry,
  type FieldName,
  type LineSelection,
  type Notice,
  startAnswering,
} from "./answering/answering.ts";
export type { AnsweringEvent } from "./answering/answering-event.ts";
export { applyDraft, type Draft, toDraft } from "./answering/draft.ts";
export { createKeyGuard, type KeyGuard } from "./answering/key-guard.ts";
export { type Key, toEvent } from "./answering/key-map.ts";
export { isAnswered, openQuestions, toQuestionAnswer } from "./answering/question-answer.ts";
export { noneRow, otherRow } from "./answering/rows.ts";
export type { TextField } from "./answering/text-field.ts";
export { toEffect } from "./approval-options.ts";
export { type ApprovalPart, type ApprovalSubject, approvalSubject, type FileEdit } from "./approval-subject.ts";
export { checkAsk, parseAsk, toApprovalAsk } from "./ask.ts";
export {
  type Asker,
  type CreatedAsk,
  type DeliveryReport,
  type HostReport,
  type HubAsker,
  isHubAsker,
  type ReportedOutcome,
} from "./asker.ts";
export { cleanInput, cleanLine, cleanText, revealText } from "./clean-text.ts";
export { type Clock, machineClock } from "./clock.ts";
export { type AskInput, askInputJsonSchema, checkAskInput, type JsonSchema } from "./doors/ask-input.ts";
export { toAskLeniently } from "./doors/lenient-ask.ts";
export {
  type ErrorCode,
  formatIssues,
  InvalidAnswerError,
  InvalidAskError,
  messageOf,
  YourcallError,
} from "./errors.ts";
export { type KeyedRequest, type PutOptions, putAsk } from "./follow-ask.ts";
export {
  maxDescriptionLength,
  maxHeaderLength,
  maxInputLength,
  maxLabelLength,
  maxOptions,
  maxQuestions,
  minOptions,
} from "./limits.ts";
export { type OptionName, toAnswerText, toHeaderName, toOptionNames } from "./option-name.ts";
export {
  type Act,
  type Attachment,
  type By,
  type Delivery,
  type DeliveryState,
  type GivenAnswer,
  type Issue,
  type Outcome,
  type OutcomeStatus,
  outcomeStatuses,
  type PersonBy,
  type QuestionAnswer,
  type ReviewMark,
} from "./outcome-schemas.ts";
export type { Picture, PictureData, PictureType } from "./picture.ts";
export {
  type AgentInfo,
  type Approval,
  type ApprovalAnswer,
  type Ask,
  type AskKind,
  type AskRequest,
  approvalAnswers,
  type ChoiceQuestion,
  type ConfirmQuestion,
  type NumberQuestion,
  type OnTimeout,
  type Option,
  type Question,
  type QuestionKind,
  questionKinds,
  type TextQuestion,
  type Turn,
} from "./schemas.ts";
export type { SheetError } from "./sheet/mark-sheet-errors.ts";
export { type ParsedSheet, parseSheet } from "./sheet/parse-sheet.ts";
export { type RenderSheetOptions, renderSheet } from "./sheet/render-sheet.ts";
export { fromAnswerRecord, toAnswerRecord } from "./texts/answer-record.ts";
export { toVerdict, type Verdict } from "./texts/approval-text.ts";
export { type AskToolOutput, toAskToolOutput } from "./texts/ask-tool-output.ts";
export { type ClaudeAnswers, fromClaudeAnswers, toClaudeAnswers } from "./texts/claude-answers.ts";
export { askToolDescription, askToolName } from "./texts/tool-description.ts";
export { fromToolResult, toToolResult } from "./texts/tool-result.ts";
export { toUnansweredText, type Unanswered } from "./texts/unanswered-text.ts";
export { toByText } from "./words/ask-words.ts";
