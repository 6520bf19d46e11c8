import { type RefObject, useEffect, useLayoutEffect } from "react";

// Before the first paint. A server paints nothing, and warns.
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The card is light or dark as its host is: by a surface colour of the host's own, by the nearest `data-theme` or class
 * `light` or `dark`, or else by the `color-scheme` around it, where a page that names none is light.
 */
export function useHostScheme(card: RefObject<HTMLElement | null>): void {
  useBeforePaint(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    function look(): void {
      if (card.current !== null) card.current.dataset.scheme = toScheme(card.current, system.matches);
    }
    look();
    const changes = new MutationObserver(look);
    const attributes = { attributes: true, attributeFilter: ["class", "style", "data-theme"] };
    for (let around = card.current?.parentElement; around; around = around.parentElement)
      changes.observe(around, attributes);
    system.addEventListener("change", look);
    return () => {
      changes.disconnect();
      system.removeEventListener("change", look);
    };
  }, [card]);
}

function toScheme(card: HTMLElement, systemIsDark: boolean): "light" | "dark" {
  const parent = card.parentElement ?? card;
  const style = getComputedStyle(parent);
  if (style.getPropertyValue("--yc-surface") !== "")
    return isDark(getComputedStyle(card).backgroundColor) ? "dark" : "light";
  const named = parent.closest<HTMLElement>("[data-theme=light], [data-theme=dark], .light, .dark");
  if (named !== null)
    return named.dataset.theme === "dark" || named.matches(".dark:not([data-theme=light])") ? "dark" : "light";
  const scheme = style.colorScheme;
  return scheme.includes("dark") && (!scheme.includes("light") || systemIsDark) ? "dark" : "light";
}

/** Whether text on this colour should be light. */
function isDark(colour: string): boolean {
  const [first = 1, second = 0, third = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (!colour.startsWith("rgb")) return (colour.includes("srgb") ? (first + second + third) / 3 : first) < 0.55;
  return first * 0.299 + second * 0.587 + third * 0.114 < 140;
}
