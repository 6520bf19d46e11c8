export type { AskNotice, ClaudeAsker, OnAsk } from "./ask-person.ts";
export type { Asking } from "./asking.ts";
export * from "./claude-reply.ts";
export * from "./defer-questions.ts";
export * from "./defer-store.ts";
export * from "./resume-deferred.ts";
export * from "./with-yourcall.ts";
