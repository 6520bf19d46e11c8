export type { InboxOptions } from "./create-inbox.ts";
export type { InboxEnd } from "./inbox-app.ts";
export { runInbox } from "./run-inbox.ts";
