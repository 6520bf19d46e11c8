export type { Background, ColorDepth, Palette, StyleName } from "../screen/theme.ts";
export { QuestionPrompt, type QuestionPromptProps } from "./question-prompt.ts";
