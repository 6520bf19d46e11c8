import { useCallback, useEffect, useState } from "react";
import type { BrowserStorage } from "./browser-storage.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

function toTheme(value: string | null): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** The theme the person chose, in every tab at once. `theme.js` sets it before the first paint. */
export function useTheme(storage: BrowserStorage): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => toTheme(storage.read("theme")));
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
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
