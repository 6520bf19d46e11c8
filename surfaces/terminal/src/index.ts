export type { TerminalInput } from "./keys/parse-keys.ts";
export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export type { Terminal } from "./screen/open-screen.ts";
