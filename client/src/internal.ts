// What other packages of this repository need and users do not. It may change in any release.

export { createBatchClient } from "./answer-batch.ts";
export { type AskingHub, askLive, type OwnLiveAsk } from "./ask-live.ts";
export { createKey } from "./create-ask-id.ts";
export { type SessionCall, sessionPaths } from "./create-sessions-client.ts";
export { declineAsks } from "./decline-asks.ts";
export { findNeighbour } from "./find-neighbour.ts";
export { followPending } from "./follow-pending.ts";
export {
  findAsk,
  followRuns,
  type PausedRuns,
  type PauseRequest,
  settleRun,
  toPauseAsk,
} from "./follow-runs.ts";
export {
  canCheckProofs,
  createRunKeys,
  expectProof,
  type HubProof,
  sealToken,
  toProofBytes,
  unsealToken,
} from "./hub-proof.ts";
export {
  hasWords,
  isShown,
  isSoon,
  type ListFilter,
  msLeft,
  noFilter,
  toCountParts,
  toRowTime,
} from "./inbox/list-filter.ts";
export { markedAsks, nextAsk, putOffAsk, startsSession, toggleMark } from "./inbox/list-steps.ts";
export {
  asksOf,
  changePendingList,
  dismissEnded,
  emptyPendingList,
  type PendingChange,
  type PendingList,
  pendingOf,
} from "./inbox/pending-list.ts";
export { groupSame, type SameAsks, toAskersText, toOneForAll } from "./inbox/same-asks.ts";
export { forgetDrafts } from "./live-draft.ts";
export { watchAsk } from "./watch-ask.ts";
