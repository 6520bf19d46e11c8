export * from "./answer-record.ts";
export type { ClaudeAnnotation } from "./claude-answer-value.ts";
export * from "./claude-answers.ts";
export { noPreference } from "./label-list.ts";
export * from "./pending-text.ts";
export * from "./read-tool-result.ts";
export * from "./tool-description.ts";
export { toToolResult } from "./tool-result.ts";
export * from "./unanswered-text.ts";
