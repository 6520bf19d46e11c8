export { type Moved, moveStore } from "./move-store.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./open-store.ts";
