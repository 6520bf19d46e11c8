// What other packages of this repository need and users do not. It may change in any release.

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
export { type AskingHub, askLive, type OwnLiveAsk } from "./live-ask.ts";
export { type SessionCall, sessionPaths } from "./session-paths.ts";
export { isOwnEnd, submitEnd } from "./submit-end.ts";
export { touchDeadline } from "./touch-deadline.ts";
