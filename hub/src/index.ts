export type { Caller } from "./caller.ts";
export { type Clock, systemClock } from "./clock.ts";
export { createHub } from "./create-hub.ts";
export type { SettingsPort } from "./http/context.ts";
export { type Call, defineOpenRoute, defineRoute, json, type Plugin, type Reply, type Route } from "./http/route.ts";
export type { Hub, HubOptions } from "./hub.ts";
export { defaultPort, HubRunsError, type RunningHub, type StartOptions, startHub } from "./start-hub.ts";
export { type MemoryHub, startMemoryHub } from "./start-memory-hub.ts";
export type { DeviceRecord } from "./store/device-store.ts";
export { openSqliteStore } from "./store/sqlite/open-store.ts";
export type {
  AskRecord,
  Delivery,
  ListPage,
  ListQuery,
  NewAsk,
  Notice,
  SpanCount,
  Store,
  StoredEvent,
  TokenRecord,
} from "./store/store.ts";
