import type { Background, ColorDepth } from "./theme.ts";

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
