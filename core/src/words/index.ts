export * from "./ask-words.ts";
export * from "./bound-lexer.ts";
export { escapeLine, quoteLines } from "./escape-markdown.ts";
export * from "./fault-text.ts";
export * from "./markdown-log.ts";
export * from "./shown-path.ts";
export * from "./suggestion-text.ts";
export * from "./times.ts";
