export * from "./ask-words.ts";
export * from "./times.ts";
