export { type Clock, type SessionMode, sessionModes } from "@yourcall/core";
export type * from "@yourcall/core/wire";
export * from "./ask-live.ts";
export type { ConnectionOptions, Failure } from "./connection.ts";
export * from "./create-ask-id.ts";
export * from "./create-draft-keeper.ts";
export * from "./create-hub-client.ts";
export type { SessionsClient, WatchSessionsOptions } from "./create-sessions-client.ts";
export * from "./errors.ts";
export * from "./follow-pending.ts";
export * from "./hub-proof.ts";
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
export { type DraftStorage, forgetDrafts } from "./live-draft.ts";
export type { PersonClient, WaitOptions, WatchOptions } from "./person-client.ts";
export * from "./session-paths.ts";
export * from "./submit-end.ts";
export * from "./touch-deadline.ts";
export type * from "./transport.ts";
export * from "./watch-ask.ts";
