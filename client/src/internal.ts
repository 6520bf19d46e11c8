// What other packages of this repository need and users do not. It may change in any release.

export { type AskingHub, askLive, type OwnLiveAsk } from "./ask-live.ts";
export { createKey } from "./create-ask-id.ts";
export { createDraftKeeper, type DraftKeeper } from "./create-draft-keeper.ts";
export {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  followPending,
  type PendingChange,
  type PendingList,
  pendingOf,
} from "./follow-pending.ts";
export {
  canCheckProofs,
  createRunKeys,
  expectProof,
  type HubProof,
  sealToken,
  toProofBytes,
  unsealToken,
} from "./hub-proof.ts";
export { forgetDrafts } from "./live-draft.ts";
export { type SessionCall, sessionPaths } from "./session-paths.ts";
export { isOwnEnd, submitEnd } from "./submit-end.ts";
export { touchDeadline } from "./touch-deadline.ts";
export { watchAsk } from "./watch-ask.ts";
