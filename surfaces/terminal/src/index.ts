export type { TerminalInput } from "./keys/parse-keys.ts";
export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export {
  asciiGlyphs,
  detectGlyphs,
  detectUnicode,
  type Glyphs,
  toAsciiText,
  unicodeGlyphs,
} from "./screen/glyphs.ts";
export { openScreen, type Screen, type Terminal } from "./screen/open-screen.ts";
export { toTerminalNotification } from "./screen/terminal-notification.ts";
export type { StyleName } from "./screen/theme.ts";
export { detectColorDepth } from "./screen/theme.ts";
export { cellWidth } from "./text/cell-width.ts";
export { type Cursor, cutLine, type Line, lineText, type Span, span, wrapLine } from "./text/styled-line.ts";
export { wrapField } from "./text/wrap-field.ts";
export { cutText, padText, wrapText } from "./text/wrap-text.ts";
export { typedTexts, viewEnding } from "./view/view-ending.ts";
export { keyLines } from "./view/view-keys.ts";
