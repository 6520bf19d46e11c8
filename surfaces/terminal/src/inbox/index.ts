export type { InboxOptions } from "./create-inbox.ts";
export { type InboxEnd, runInbox } from "./run-inbox.ts";
