// What other packages of this repository need and users do not. It may change in any release.

export { loadPackage, toStopped } from "./agent-run.ts";
export { parseText } from "./answer.ts";
export { hasContent, isSameDraft } from "./answering/draft.ts";
export { enterMeaning } from "./answering/enter-meaning.ts";
export { confirmRow, fieldOf } from "./answering/field-events.ts";
export { type KeyPlace, parseGuardMs } from "./answering/key-guard.ts";
export { keyPlace, toShortcut, toTextEdit } from "./answering/key-map.ts";
export { byLines, markAt } from "./answering/lines.ts";
export { answerOnCard } from "./answering/machine.ts";
export { type AnnouncedWords, enterWords, toOwnWords } from "./answering/own-words.ts";
export { byPictures, roomForPictures } from "./answering/pictures.ts";
export { editedText, problemOf, unsentText } from "./answering/question-answer.ts";
export {
  canAskBack,
  canAttach,
  commentRow,
  isConfirm,
  isGivenOther,
  isOwnList,
  lastRow,
  noneText,
  sendRow,
  takesOnlyOptions,
} from "./answering/rows.ts";
export { editText, emptyField, insertText, isAtEdge, toField } from "./answering/text-field.ts";
export { denies, denyRow, inScreenOrder, toChosenEffect, withHostOptions } from "./approval-options.ts";
export { toListWords, toShellWord, toShownLines, toSubjectText, toTitleWords } from "./approval-subject.ts";
export { toCheckedAsk } from "./ask.ts";
export { askedOf } from "./ask-back.ts";
export { toIssues } from "./ask-issues.ts";
export {
  attachmentsOf,
  describePicture,
  extensionOf,
  takesPictures,
  tooManyPictures,
  toPictureName,
  withPlaces,
} from "./attachments.ts";
export { growsWhenRevealed, showTabs, toShowableJson, trimShown } from "./clean-text.ts";
export { longestTimerMs, pause, wakeAt } from "./clock.ts";
export { type CommandFact, findCommandFacts } from "./command-facts.ts";
export { extendDeadline, humanExtensionMs, toFallback } from "./deadline.ts";
export { type ButtonAct, type CardPart, type DeviceCard, toDeviceCard } from "./device/device-card.ts";
export { pressButton } from "./device/press-button.ts";
export { type ShortCard, toShortCard } from "./device/short-card.ts";
export { type DeviceTold, whoIsToldNow } from "./device/who-is-told.ts";
export { unwrapList } from "./doors/lenient-fields.ts";
export { toPlainAsk } from "./doors/plain-ask-input.ts";
export { findEditable, toEditable, toEdited } from "./edited-input.ts";
export { httpStatuses, toRefusedCallText } from "./errors.ts";
export { createEventQueue, type Emit, type EventQueue, eventsOfRun } from "./event-queue.ts";
export { isRecord, parseJson, toFields, toList, toNonEmpty } from "./fields.ts";
export {
  endInOwnWindow,
  followAsk,
  isHubAway,
  isOutcome,
  type OwnEnd,
  toCancelled,
  untilRecorded,
  withdrawAsk,
} from "./follow-ask.ts";
export {
  changeGrantChoice,
  type GrantChoice,
  grantSpans,
  spansOf,
  startGrantChoice,
  toGrantBody,
} from "./grant-form.ts";
export { toHostRequest } from "./host-request.ts";
export {
  defaultMaxBytesPerTokenAndDay,
  defaultMaxPendingBytesPerToken,
  defaultMaxPendingPerSession,
  defaultMaxPendingPerToken,
  dropOldest,
  maxApprovalOptions,
  maxBatch,
  maxContextLength,
  maxDurationMs,
  maxMarkdownLength,
  maxMarkdownWork,
  maxNameLength,
  maxPageSize,
  maxPathLength,
  maxPictures,
} from "./limits.ts";
export { createBudget, type DiffLine, lineDiff } from "./line-diff.ts";
export { splitRecommended, toApprovalText } from "./option-name.ts";
export { acts, givenAnswerSchema, issueSchema, outcomeSchema, questionAnswerSchema } from "./outcome-schemas.ts";
export { maxPictureBytes, pictureTooLarge, pictureTypes, readPicture } from "./picture.ts";
export { cleanPicture } from "./pictures/clean-picture.ts";
export { readAnswerPictures } from "./pictures/read-answer-pictures.ts";
export { takesNewlines, unreachable } from "./question-kind.ts";
export { canReview, fileOf, foldBlankLines, type Reviewed, toReviewed, toSelected } from "./review.ts";
export { isRevision, refitDraft, refitReview, reviewOfDraft, toThread } from "./revised-ask.ts";
export { isSameAnswers } from "./same-answers.ts";
export { toBatchAsk, toSameKey } from "./same-ask.ts";
export {
  type AgentKind,
  agentInfoSchema,
  agentKinds,
  askSchema,
  panePattern,
  type SessionMode,
  sessionModes,
} from "./schemas.ts";
export { markChosen, markSheetErrors } from "./sheet/mark-sheet-errors.ts";
export { checkSheet } from "./sheet/parse-sheet.ts";
export { toSheetFileName } from "./sheet/render-sheet.ts";
export { toAllowedText, toLostWords, toModelText, toRefusalText } from "./texts/approval-text.ts";
export { askToolNames, toApprovalKey, toChatApproval } from "./texts/ask-tool-output.ts";
export { noPreference } from "./texts/label-list.ts";
export { toEarlierText, toMarksText } from "./texts/review-text.ts";
export { skippedText } from "./texts/tool-result.ts";
export { toPendingText } from "./texts/unanswered-text.ts";
export {
  awaitingReply,
  countComments,
  isAgentGone,
  isAskerGone,
  lateAt,
  saidBeside,
  toAddressees,
  toAgentText,
  toDecision,
  toDecisionLine,
  toDeliveryText,
  toEndText,
  toEndWord,
  toFallbackLines,
  toHeadline,
  toMarks,
  toPlaceParts,
  toPlaceText,
  toProjectName,
  toProjectText,
  toSurfaceName,
  toTokenName,
  toWaited,
  toWithdrawnText,
} from "./words/ask-words.ts";
export { boundLexer } from "./words/bound-lexer.ts";
export { toSharedNoticeText, typingIgnored } from "./words/fault-text.ts";
export {
  toAskedCall,
  toCoveredText,
  toCoversText,
  toGrantNotice,
  toGrantText,
  toPlaceName,
} from "./words/grant-words.ts";
export { toJsonLog, toMarkdownLog } from "./words/markdown-log.ts";
export { toQuestionLine } from "./words/question-line.ts";
export { toDeviceWords } from "./words/receipt-words.ts";
export { foldText, toSearchWords } from "./words/search-words.ts";
export { shortenMiddle, toShownPath, toTitle } from "./words/shorten.ts";
export { toSuggestedRules } from "./words/suggestion-text.ts";
export {
  toAge,
  toClock,
  toCountdown,
  toDay,
  toDurationWords,
  toLocalDate,
  toLocalDay,
  toLocalTime,
  toSpan,
  toSpokenTimeLeft,
  toTimeLeft,
} from "./words/times.ts";
