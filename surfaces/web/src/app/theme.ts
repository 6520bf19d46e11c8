import { useEffect } from "react";
import { useStored } from "./browser-storage.ts";
import { useMedia } from "./use-media.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme the person chose, in every tab at once. `theme.js` shows it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [stored, store] = useStored("theme");
  const theme = themes.find((name) => name === stored) ?? "system";
  const systemIsDark = useMedia("(prefers-color-scheme: dark)");
  const isDark = theme === "dark" || (theme === "system" && systemIsDark);
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (bar !== null) bar.content = getComputedStyle(document.documentElement).getPropertyValue("--yc-surface");
  }, [isDark]);
  return [theme, (next) => store(next === "system" ? null : next)];
}
