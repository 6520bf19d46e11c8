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
export { backgroundFromRgb, detectBackground, detectColorDepth } from "./detect-theme.ts";
export { asciiGlyphs, detectUnicode, type Glyphs, toAsciiText, unicodeGlyphs } from "./glyphs.ts";
export { createPainter, type Painter } from "./painter.ts";
export { createKeyParser, type KeyParser, parseEscapeMs, type TerminalInput } from "./parse-keys.ts";
export { type Prompt, type PromptEnd, type PromptOptions, startPrompt } from "./prompt.ts";
export { type Cursor, cutLine, type Line, lineText, lineWidth, type Span, span, wrapLine } from "./styled-line.ts";
export { createTerminalModes, type Terminal } from "./terminal-modes.ts";
export { toTerminalNotification } from "./terminal-notification.ts";
export { createPalette, type Palette, type StyleName } from "./theme.ts";
export { type EndingContext, typedTexts, viewEnding } from "./view-ending.ts";
export { type Frame, type ViewContext, viewFrame } from "./view-frame.ts";
export { wrapField } from "./wrap-field.ts";
export { cutText, padText, wrapText } from "./wrap-text.ts";
