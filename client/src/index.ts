export type { Clock } from "@yourcall/core";
export { type SessionMode, sessionModes } from "@yourcall/core/internal";
export type {
  AnswerBody,
  AskPage,
  AskQuery,
  AskStatus,
  Batch,
  Claim,
  ClaimBody,
  CreatedToken,
  DayCount,
  DaysPage,
  DaysQuery,
  DeclineBody,
  DeskAgentInfo,
  DeskInfo,
  DraftBody,
  Health,
  HubEvent,
  HubSettings,
  LoginLink,
  Session,
  SessionChanges,
  SessionEvent,
  SessionState,
  SettingsBody,
  StartSession,
  TokenBody,
  TokenInfo,
  TokenRights,
  TokenScope,
  TranscriptEntry,
  TranscriptPage,
  TranscriptQuery,
  WireAsk,
  WireDraft,
  WireError,
  WireNotice,
} from "@yourcall/core/internal/wire";
export { type ApprovalOptions, approval } from "./approval.ts";
export type { ConnectionOptions, Failure } from "./connection.ts";
export { createAskId } from "./create-ask-id.ts";
export { type CreateOptions, createHubClient, type HubClient, type HubClientOptions } from "./create-hub-client.ts";
export type { SessionsClient, WatchSessionsOptions } from "./create-sessions-client.ts";
export {
  AlreadyEndedError,
  DraftConflictError,
  HubUnreachableError,
  isRetryable,
  NotAHubError,
  UnavailableError,
} from "./errors.ts";
export {
  type Answered,
  type EndedAsk,
  type EventListener,
  type FollowAnsweredOptions,
  followAnswered,
  type ListenToEvents,
} from "./follow-answered.ts";
export type { BridgeHub, FollowRunsOptions } from "./follow-runs.ts";
export {
  type JoinedAsk,
  type JoinOptions,
  joinLive,
  type LiveAsk,
  type LiveEnd,
  type LiveOptions,
  type LiveState,
  type Refusal,
} from "./live-ask.ts";
export type { DraftStorage } from "./live-draft.ts";
export type { PersonClient, WaitOptions, WatchOptions } from "./person-client.ts";
export type { Decision, Submitted } from "./submit-end.ts";
export type {
  Transport,
  TransportRequest,
  TransportResponse,
  TransportStream,
  TransportStreamRequest,
} from "./transport.ts";
