import { describe, expect, it } from "vitest";
import {
  type Background,
  backgroundFromRgb,
  type ColorDepth,
  createPalette,
  detectBackground,
  detectColorDepth,
  type StyleName,
} from "./theme.ts";

const styles: StyleName[] = [
  "text",
  "strong",
  "chip",
  "focus",
  "chosen",
  "flash",
  "inverse",
  "primary",
  "success",
  "secondary",
  "muted",
  "warning",
  "danger",
  "dim",
];
const backgrounds: Background[] = ["dark", "light", "unknown"];
const depths: ColorDepth[] = ["none", "16", "256", "true"];

describe("createPalette", () => {
  it("writes only the text without colours", () => {
    for (const background of backgrounds)
      for (const style of styles) expect(createPalette(background, "none")(style, "x")).toBe("x");
  });

  it("leaves body text to the terminal, and makes questions bold", () => {
    for (const background of backgrounds) {
      const palette = createPalette(background, "true");
      expect(palette("text", "x")).toBe("x");
      expect(palette("strong", "x")).toBe("\x1b[1mx\x1b[22m");
    }
  });

  it("has the colours for a dark and for a light background", () => {
    expect(createPalette("dark", "true")("primary", "x")).toBe("\x1b[38;2;129;140;248mx\x1b[39m");
    expect(createPalette("light", "true")("primary", "x")).toBe("\x1b[38;2;79;70;229mx\x1b[39m");
    expect(createPalette("dark", "true")("chip", "x")).toBe("\x1b[1;38;2;129;140;248mx\x1b[22;39m");
  });

  it("uses only the 16 ANSI colours on an unknown background", () => {
    for (const depth of depths)
      for (const style of styles) expect(createPalette("unknown", depth)(style, "x")).not.toContain("38;");
  });

  it("uses the nearest of 256 colours", () => {
    expect(createPalette("dark", "256")("success", "x")).toBe("\x1b[38;5;78mx\x1b[39m");
  });

  it("closes every style it opens, and nothing else", () => {
    for (const background of backgrounds)
      for (const depth of depths)
        for (const style of styles) {
          const painted = createPalette(background, depth)(style, "x");
          const [open = "", close = ""] = painted.split("x").map((code) => code.replace("\x1b[", "").replace("m", ""));
          expect(open + close).toMatch(/^[\d;]*$/);
          expect(close.includes("22")).toBe(/^[12](;|$)/.test(open));
          expect(close.includes("39")).toBe(/(^|;)(3[1-8]|9[1-7])/.test(open));
        }
  });

  it("adds nothing to an empty text", () => {
    expect(createPalette("dark", "true")("danger", "")).toBe("");
  });

  it("is readable: each colour has a contrast of at least 4.5 on its backgrounds", () => {
    const darks = ["000000", "0b1120", "172033"];
    const lights = ["ffffff", "f8fafc"];
    for (const [background, hexes] of [
      ["dark", darks],
      ["light", lights],
    ] as const)
      for (const style of styles) {
        const rgb = /38;2;(\d+);(\d+);(\d+)/.exec(createPalette(background, "true")(style, "x"))?.slice(1).map(Number);
        for (const hex of rgb === undefined ? [] : hexes)
          expect([style, hex, contrast(rgb ?? [], hex) >= 4.5]).toEqual([style, hex, true]);
      }
  });
});

function contrast(rgb: number[], hex: string): number {
  const other = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [low = 0, high = 0] = [luminance(rgb), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("detectColorDepth", () => {
  it.each([
    [{ TERM: "xterm-256color" }, "256"],
    [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "true"],
    [{ TERM: "xterm", COLORTERM: "24bit" }, "true"],
    [{ TERM: "xterm-kitty" }, "true"],
    [{ TERM: "xterm" }, "16"],
    [{ TERM: "linux" }, "16"],
    [{ TERM: "dumb", COLORTERM: "truecolor" }, "none"],
    [{}, "none"],
    [{ WT_SESSION: "1" }, "true"],
    [{ TERM: "xterm-256color", NO_COLOR: "1" }, "none"],
    [{ TERM: "xterm-256color", NO_COLOR: "" }, "256"],
    [{ TERM: "xterm-256color", NO_COLOR: "1", FORCE_COLOR: "3" }, "none"],
    [{ TERM: "xterm-256color", FORCE_COLOR: "0" }, "none"],
    [{ TERM: "xterm", FORCE_COLOR: "2" }, "256"],
    [{ TERM: "dumb", FORCE_COLOR: "1" }, "16"],
  ])("reads %j as %s on a terminal", (env, depth) => {
    expect(detectColorDepth(env, true)).toBe(depth);
  });

  it("uses no colour if the output is not a terminal, unless forced", () => {
    expect(detectColorDepth({ TERM: "xterm-256color", COLORTERM: "truecolor" }, false)).toBe("none");
    expect(detectColorDepth({ TERM: "xterm-256color", FORCE_COLOR: "1" }, false)).toBe("256");
    expect(detectColorDepth({ FORCE_COLOR: "3" }, false)).toBe("true");
  });
});

describe("detectBackground", () => {
  it.each([
    [{}, "unknown"],
    [{ YOURCALL_THEME: "light" }, "light"],
    [{ YOURCALL_THEME: "Dark", COLORFGBG: "0;15" }, "dark"],
    [{ YOURCALL_THEME: "blue" }, "unknown"],
    [{ COLORFGBG: "15;0" }, "dark"],
    [{ COLORFGBG: "0;15" }, "light"],
    [{ COLORFGBG: "12;default;8" }, "dark"],
    [{ COLORFGBG: "0;7" }, "light"],
    [{ COLORFGBG: "15;default" }, "unknown"],
  ])("reads %j as %s", (env, background) => {
    expect(detectBackground(env)).toBe(background);
  });
});

describe("backgroundFromRgb", () => {
  it("tells dark from light by which text can be read on it", () => {
    expect(backgroundFromRgb(0, 0, 0)).toBe("dark");
    expect(backgroundFromRgb(0x28, 0x2c, 0x34)).toBe("dark");
    expect(backgroundFromRgb(0, 0, 255)).toBe("dark");
    expect(backgroundFromRgb(0xfd, 0xf6, 0xe3)).toBe("light");
    expect(backgroundFromRgb(255, 255, 0)).toBe("light");
  });
});
