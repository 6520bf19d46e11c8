export * from "./claude-reply.ts";
