export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export type { Terminal } from "./terminal-modes.ts";
export { type EndingContext, typedTexts, viewEnding } from "./view-ending.ts";
export { type Frame, type ViewContext, viewFrame } from "./view-frame.ts";
