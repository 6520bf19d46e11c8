import { describe, expect, it } from "vitest";
import { backgroundFromRgb, detectBackground, detectColorDepth } from "./detect-theme.ts";

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
  it("tells dark from light by what can be read on it", () => {
    expect(backgroundFromRgb(0, 0, 0)).toBe("dark");
    expect(backgroundFromRgb(0x28, 0x2c, 0x34)).toBe("dark");
    expect(backgroundFromRgb(0, 0, 255)).toBe("dark");
    expect(backgroundFromRgb(0xfd, 0xf6, 0xe3)).toBe("light");
    expect(backgroundFromRgb(255, 255, 0)).toBe("light");
  });
});
