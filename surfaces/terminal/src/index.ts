export {
  isAgentGone,
  toAge,
  toAgentText,
  toByText,
  toDecision,
  toLocalDate,
  toLocalTime,
  toMarks,
  toSpan,
  toUniversalTime,
} from "@yourcall/core";
export { cellWidth } from "./cell-width.ts";
export { detectColorDepth } from "./detect-theme.ts";
export { asciiGlyphs, detectUnicode, type Glyphs, toAsciiText, unicodeGlyphs } from "./glyphs.ts";
export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export { lineText } from "./styled-line.ts";
export type { Terminal } from "./terminal-modes.ts";
export { toTerminalNotification } from "./terminal-notification.ts";
export { type EndingContext, typedTexts, viewEnding } from "./view-ending.ts";
export { type Frame, type ViewContext, viewFrame } from "./view-frame.ts";
export { cutText, padText } from "./wrap-text.ts";
