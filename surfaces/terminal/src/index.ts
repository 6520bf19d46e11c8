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
export { createKeyParser, type KeyParser, parseEscapeMs, type TerminalInput } from "./keys/parse-keys.ts";
export type { Refusal } from "./notice-text.ts";
export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export { backgroundFromRgb, detectBackground, detectColorDepth } from "./screen/detect-theme.ts";
export { asciiGlyphs, detectGlyphs, detectUnicode, type Glyphs, toAsciiText, unicodeGlyphs } from "./screen/glyphs.ts";
export { createPainter, type Painter } from "./screen/painter.ts";
export { createTerminalModes, type Terminal } from "./screen/terminal-modes.ts";
export { toTerminalNotification } from "./screen/terminal-notification.ts";
export { createPalette, type Palette, type StyleName } from "./screen/theme.ts";
export { cellWidth } from "./text/cell-width.ts";
export { type Cursor, cutLine, type Line, lineText, lineWidth, type Span, span, wrapLine } from "./text/styled-line.ts";
export { wrapField } from "./text/wrap-field.ts";
export { cutText, padText, wrapText } from "./text/wrap-text.ts";
export { type EndingContext, typedTexts, viewEnding } from "./view/view-ending.ts";
export { type Frame, type ViewContext, viewFrame } from "./view/view-frame.ts";
export { keyLines } from "./view/view-keys.ts";
