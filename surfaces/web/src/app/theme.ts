import { useCallback, useEffect, useState } from "react";
import type { BrowserStorage } from "./browser-storage.ts";
import { useMedia } from "./use-media.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

function toTheme(value: string | null): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** The theme the person chose, in every tab at once. `theme.js` shows it before the first paint. */
export function useTheme(storage: BrowserStorage): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => toTheme(storage.read("theme")));
  const systemIsDark = useMedia("(prefers-color-scheme: dark)");
  const isDark = theme === "dark" || (theme === "system" && systemIsDark);
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
    if (bar !== null) bar.content = getComputedStyle(document.documentElement).getPropertyValue("--yc-surface");
  }, [isDark]);
  useEffect(() => storage.watch("theme", (value) => setTheme(toTheme(value))), [storage]);
  const choose = useCallback(
    (next: Theme) => {
      storage.write("theme", next === "system" ? null : next);
      setTheme(next);
    },
    [storage],
  );
  return [theme, choose];
}
