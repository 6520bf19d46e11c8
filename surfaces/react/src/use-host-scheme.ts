import { type RefObject, useEffect, useLayoutEffect } from "react";

// Runs before the first paint. On a server, where nothing is painted, React would warn about a layout effect.
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Makes the card light or dark like its host: by the host's own surface colour, by the nearest `data-theme` or class `light` or
 * `dark`, or else by the `color-scheme` around it; a page without one is light.
 */
export function useHostScheme(card: RefObject<HTMLElement | null>): void {
  useBeforePaint(() => {
    const { current } = card;
    const system = matchMedia("(prefers-color-scheme: dark)");
    function look(): void {
      if (current !== null) current.dataset.scheme = isDark(current, system.matches) ? "dark" : "light";
    }
    look();
    const changes = new MutationObserver(look);
    for (let around = current?.parentElement; around; around = around.parentElement)
      changes.observe(around, { attributeFilter: ["class", "style", "data-theme"] });
    system.addEventListener("change", look);
    return () => {
      changes.disconnect();
      system.removeEventListener("change", look);
    };
  }, [card]);
}

function isDark(card: HTMLElement, systemIsDark: boolean): boolean {
  const parent = card.parentElement ?? card;
  const around = getComputedStyle(parent);
  if (around.getPropertyValue("--yc-surface") !== "") return isDarkColour(toBackground(card));
  const named = parent.closest<HTMLElement>("[data-theme=light], [data-theme=dark], .light, .dark");
  if (named !== null) return named.matches("[data-theme=dark], .dark:not([data-theme])");
  return /dark/.test(around.colorScheme) && (systemIsDark || !/light/.test(around.colorScheme));
}

/** What is behind the text of this part: the nearest background that is not transparent, or nothing. */
function toBackground(part: Element | null): string {
  if (part === null) return "";
  const { backgroundColor } = getComputedStyle(part);
  return backgroundColor.endsWith(", 0)") ? toBackground(part.parentElement) : backgroundColor;
}

/** Whether text on this colour should be light, judged by its red, green and blue, or by the lightness that the value begins with. */
function isDarkColour(colour: string): boolean {
  const [first = 1, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return /^rgb/.test(colour) ? first * 0.3 + green * 0.6 + blue * 0.1 < 140 : first < 0.6;
}
