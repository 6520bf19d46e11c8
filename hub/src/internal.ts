// What other packages of this repository need and users do not. It may change in any release.

export { isLoggedIn, issueDeviceToken } from "./access/access.ts";
export { readIdentity } from "./access/identity.ts";
export { isRestricted } from "./access/rights.ts";
export { isAllowable } from "./callbacks/callback-rules.ts";
export { every } from "./clock.ts";
export { postBody } from "./post-body.ts";
export { mintButton, noteReceipt, type Press, press } from "./press.ts";
export { rememberedPort } from "./start-hub.ts";
export { readHubFile } from "./state/hub-file.ts";
export { knowStore, readKnownStores, refuseEmpty } from "./state/known-stores.ts";
export { takeLock } from "./state/lock.ts";
export { socketPath } from "./state/socket-path.ts";
export type { Receipt } from "./store/device-store.ts";
export { backupStore, importEarlierStore, restoreStore } from "./store/sqlite/backup.ts";
export { damagedCopies } from "./store/sqlite/damaged-copies.ts";
export { refuseForeign } from "./store/sqlite/store-identity.ts";
export { toAgentRecord } from "./to-wire.ts";
export { createChainCheck } from "./verify-chain.ts";
