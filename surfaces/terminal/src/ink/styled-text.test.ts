import { describe, expect, test } from "vitest";
import type { Palette } from "../screen/theme.ts";
import { span } from "../text/styled-line.ts";
import { toStyledText, toStyledTextWithCursor } from "./styled-text.ts";

const palette: Palette = (style, text) => (text === "" ? "" : `<${style}>${text}</>`);
const cursor = (text: string) => `\u001b[7m${text}\u001b[27m`;

describe("a line for Ink", () => {
  test("each piece in its style", () => {
    expect(toStyledText([span("a"), span("b", "strong")], palette)).toBe("<text>a</><strong>b</>");
  });

  test("the cursor stands on the character at its column, also behind wide ones", () => {
    const line = [span("日本", "strong"), span("xy")];
    expect(toStyledTextWithCursor(line, 4, palette)).toBe(`<strong>日本</>${cursor("x")}<text>y</>`);
    expect(toStyledTextWithCursor(line, 2, palette)).toBe(`<strong>日</>${cursor("本")}<text>xy</>`);
  });

  test("behind the text it stands on a blank", () => {
    expect(toStyledTextWithCursor([span("ab")], 4, palette)).toBe(`<text>ab</>  ${cursor(" ")}`);
  });
});
