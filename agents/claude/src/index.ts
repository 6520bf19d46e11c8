export * from "./claude-reply.ts";
export * from "./hook/answer-hook.ts";
export * from "./hook/hook-event.ts";
export type { HookOutput } from "./hook/hook-output.ts";
export type { Surroundings } from "./hook/hook-request.ts";
export * from "./hook/read-transcript.ts";
export type { AskList, ListedAsk } from "./hook/withdraw-asks.ts";
