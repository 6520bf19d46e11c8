export type { Caller } from "./caller.ts";
export { type Clock, every, systemClock } from "./clock.ts";
export { createHub, type Hub, type HubOptions } from "./create-hub.ts";
export type { SettingsPort } from "./http/context.ts";
export { type Call, defineOpenRoute, defineRoute, json, type Plugin, type Reply, type Route } from "./http/route.ts";
export { mintButton, type Press, press } from "./press.ts";
export {
  defaultPort,
  HubRunsError,
  type RunningHub,
  rememberedPort,
  type StartOptions,
  startHub,
} from "./start-hub.ts";
export { type MemoryHub, startMemoryHub } from "./start-memory-hub.ts";
export { readHubFile } from "./state/hub-file.ts";
export { knowStore, readKnownStores, refuseEmpty } from "./state/known-stores.ts";
export { takeLock } from "./state/lock.ts";
export { socketPath } from "./state/socket-path.ts";
export { backupStore, importEarlierStore, restoreStore } from "./store/sqlite/backup.ts";
export { damagedCopies } from "./store/sqlite/damaged-copies.ts";
export { openSqliteStore } from "./store/sqlite/open-store.ts";
export { refuseForeign } from "./store/sqlite/store-identity.ts";
export type {
  AskRecord,
  Delivery,
  DeviceRecord,
  ListPage,
  ListQuery,
  NewAsk,
  Notice,
  SpanCount,
  Store,
  StoredEvent,
  TokenRecord,
} from "./store/store.ts";
export { toAgentRecord } from "./to-wire.ts";
