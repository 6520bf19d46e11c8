import { type Glyphs, toAsciiPunctuation, unicodeGlyphs } from "./glyphs.ts";

/** What a piece of text is; the palette decides how it looks. `chip` is a title, `strong` a question, `focus` the focused row, `chosen` is chosen. */
export type StyleName =
  | "text"
  | "strong"
  | "emphasis"
  | "chip"
  | "focus"
  | "chosen"
  | "flash"
  | "inverse"
  | "primary"
  | "success"
  | "secondary"
  | "muted"
  | "warning"
  | "danger"
  | "dim";

/** How many colours the terminal shows. `none` means no styling at all, not even bold. */
export type ColorDepth = "none" | "16" | "256" | "true";

export type Background = "dark" | "light" | "unknown";

/** Styles a text. Each call closes the styles it opens. */
export type Palette = (style: StyleName, text: string) => string;

type ColorName = Exclude<
  StyleName,
  "text" | "strong" | "emphasis" | "chip" | "focus" | "chosen" | "flash" | "inverse" | "dim"
>;

/** Each colour in RGB, and the nearest of the xterm colours that are the same everywhere (from 16 on). */
const colors: Record<"dark" | "light", Record<ColorName, { rgb: number; xterm: number }>> = {
  dark: {
    primary: { rgb: 0x818cf8, xterm: 105 },
    success: { rgb: 0x34d399, xterm: 78 },
    secondary: { rgb: 0x94a3b8, xterm: 109 },
    muted: { rgb: 0x8593a9, xterm: 103 },
    warning: { rgb: 0xfbbf24, xterm: 214 },
    danger: { rgb: 0xf87171, xterm: 203 },
  },
  light: {
    primary: { rgb: 0x4f46e5, xterm: 62 },
    success: { rgb: 0x047857, xterm: 29 },
    secondary: { rgb: 0x475569, xterm: 240 },
    muted: { rgb: 0x5b6b82, xterm: 60 },
    warning: { rgb: 0x92400e, xterm: 94 },
    danger: { rgb: 0xb91c1c, xterm: 124 },
  },
};

// Bright black is the background in some themes, so quiet text is the terminal's own foreground, faint.
const faint = "2";
const bold = "1";
const italic = "3";
const ansi: Record<Background, Partial<Record<ColorName, string>>> = {
  dark: { primary: "94", success: "92", muted: faint, warning: "93", danger: "91" },
  light: { primary: "34", success: "32", muted: faint, warning: "33", danger: "31" },
  unknown: { primary: "94", success: "32", muted: faint, warning: "33", danger: "31" },
};

/**
 * The palette for a background and a colour depth. On an unknown background only the 16 ANSI colours are used, since a theme
 * makes those readable. Body text is always the terminal's own foreground. If the terminal's `glyphs` are ASCII, so is the
 * punctuation between names and at a cut.
 */
export function createPalette(background: Background, depth: ColorDepth, glyphs: Glyphs = unicodeGlyphs): Palette {
  const palette = colorPalette(background, depth);
  return glyphs === unicodeGlyphs ? palette : (style, text) => palette(style, toAsciiPunctuation(text));
}

function colorPalette(background: Background, depth: ColorDepth): Palette {
  if (depth === "none") return (_, text) => text;
  const of = (name: ColorName) => color(name, background, depth);
  const codes: Record<StyleName, string> = {
    text: "",
    strong: bold,
    emphasis: italic,
    chip: `${bold};${of("primary")}`,
    focus: `${bold};${of("primary")}`,
    chosen: `${bold};${of("success")}`,
    // A change of the text's colour alone is too small to be noticed in a tenth of a second.
    flash: `7;${of("success")}`,
    inverse: "7",
    primary: of("primary"),
    success: of("success"),
    secondary: of("secondary"),
    muted: of("muted"),
    warning: of("warning"),
    danger: of("danger"),
    // Faint text may have too little contrast; on a known background a colour has enough.
    dim: of("muted"),
  };
  const ends: Partial<Record<StyleName, string>> = {
    strong: "22",
    emphasis: "23",
    chip: "22;39",
    focus: "22;39",
    chosen: "22;39",
    flash: "27;39",
    inverse: "27",
  };
  return (style, text) => {
    const code = codes[style];
    if (code === "" || text === "") return text;
    const end = code === faint ? "22" : (ends[style] ?? "39");
    return `\u001b[${code}m${text}\u001b[${end}m`;
  };
}

function color(name: ColorName, background: Background, depth: ColorDepth): string {
  if (background === "unknown" || depth === "16") return ansi[background][name] ?? "";
  const { rgb, xterm } = colors[background][name];
  return depth === "true" ? `38;2;${rgb >> 16};${(rgb >> 8) & 0xff};${rgb & 0xff}` : `38;5;${xterm}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * How many colours to use. `NO_COLOR` (not empty) overrides everything; then `FORCE_COLOR` (0 none, 1 at least 16, 2 256, 3
 * all), even if the output is not a terminal; then the terminal's own variables.
 */
export function detectColorDepth(env: Environment, isTTY: boolean): ColorDepth {
  if ((env.NO_COLOR ?? "") !== "") return "none";
  switch (env.FORCE_COLOR?.toLowerCase()) {
    case "0":
    case "false":
      return "none";
    case "2":
      return "256";
    case "3":
      return "true";
    case undefined:
      return isTTY ? terminalDepth(env) : "none";
    default: {
      const depth = terminalDepth(env);
      return depth === "none" ? "16" : depth;
    }
  }
}

function terminalDepth(env: Environment): ColorDepth {
  const term = (env.TERM ?? "").toLowerCase();
  if (term === "dumb") return "none";
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? "") || (env.WT_SESSION ?? "") !== "") return "true";
  if (/-direct$|kitty|ghostty|alacritty|^foot/.test(term)) return "true";
  if (term.includes("256color")) return "256";
  return term === "" && env.OS !== "Windows_NT" ? "none" : "16";
}

/** The background according to `YOURCALL_THEME`, else `COLORFGBG`. */
export function detectBackground(env: Environment): Background {
  const theme = env.YOURCALL_THEME?.toLowerCase();
  if (theme === "dark" || theme === "light") return theme;
  const background = /;(\d{1,2})$/.exec(env.COLORFGBG ?? "")?.[1];
  if (background === undefined) return "unknown";
  const color = Number(background);
  if (color > 15) return "unknown";
  return color < 7 || color === 8 ? "dark" : "light";
}

/** Whether a background colour (0–255 each) is dark or light: whichever of white and black text is easier to read on it. */
export function backgroundFromRgb(red: number, green: number, blue: number): "dark" | "light" {
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.179 ? "light" : "dark";
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
