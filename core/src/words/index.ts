export * from "./ask-words.ts";
export * from "./markdown-log.ts";
export * from "./times.ts";
