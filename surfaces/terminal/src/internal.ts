// What other packages of this repository need and users do not. It may change in any release.

export { asciiGlyphs, detectGlyphs, detectUnicode, type Glyphs, toAsciiText, unicodeGlyphs } from "./screen/glyphs.ts";
export { openScreen, type Screen } from "./screen/open-screen.ts";
export { toTerminalNotification } from "./screen/terminal-notification.ts";
export { detectColorDepth, type StyleName } from "./screen/theme.ts";
export { cellWidth } from "./text/cell-width.ts";
export { type Cursor, cutLine, type Line, lineText, type Span, span, wrapLine } from "./text/styled-line.ts";
export { wrapField } from "./text/wrap-field.ts";
export { cutText, padText } from "./text/wrap-text.ts";
export { typedTexts, viewEnding } from "./view/view-ending.ts";
export { keyLines } from "./view/view-keys.ts";
