import { describe, expect, test } from "vitest";
import { span } from "../text/styled-line.ts";
import { toStyledText, toStyledTextWithCursor } from "./painter.ts";
import type { Palette } from "./theme.ts";

const palette: Palette = (style, text) => (text === "" ? "" : `<${style}>${text}</>`);
const cursor = (text: string) => `\u001b[7m${text}\u001b[27m`;

describe("a line with its styles", () => {
  test("styles each piece", () => {
    expect(toStyledText([span("a"), span("b", "strong")], palette)).toBe("<text>a</><strong>b</>");
  });

  test("puts the cursor on the character at its column, even after wide ones", () => {
    const line = [span("日本", "strong"), span("xy")];
    expect(toStyledTextWithCursor(line, 4, palette)).toBe(`<strong>日本</>${cursor("x")}<text>y</>`);
    expect(toStyledTextWithCursor(line, 2, palette)).toBe(`<strong>日</>${cursor("本")}<text>xy</>`);
  });

  test("puts a cursor at the end of the text on a blank", () => {
    expect(toStyledTextWithCursor([span("ab")], 4, palette)).toBe(`<text>ab</>  ${cursor(" ")}`);
  });
});
