export type { AskNotice, ClaudeAsker, OnAsk } from "./ask-person.ts";
export type { Asking } from "./asking.ts";
export type { CallPlace } from "./call-place.ts";
export * from "./claude-reply.ts";
export * from "./with-yourcall.ts";
