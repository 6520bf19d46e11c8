// The one place where the command reaches past the terminal package's index, for what measures and cuts text.

export { cellWidth } from "../../surfaces/terminal/src/cell-width.ts";
export { detectColorDepth } from "../../surfaces/terminal/src/detect-theme.ts";
export {
  asciiGlyphs,
  detectUnicode,
  type Glyphs,
  toAsciiText,
  unicodeGlyphs,
} from "../../surfaces/terminal/src/glyphs.ts";
export { isAgentGone, toAgentText, toByText, toDecision, toMarks } from "../../surfaces/terminal/src/ask-words.ts";
export { lineText } from "../../surfaces/terminal/src/styled-line.ts";
export { cutText, padText } from "../../surfaces/terminal/src/wrap-text.ts";
export { toAge, toLocalDate, toLocalTime, toSpan, toUniversalTime } from "../../surfaces/terminal/src/times.ts";
