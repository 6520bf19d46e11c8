export type { Background, ColorDepth, Palette, StyleName } from "../theme.ts";
export { QuestionPrompt, type QuestionPromptProps } from "./question-prompt.ts";
