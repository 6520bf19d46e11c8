import type { Key } from "@yourcall/core";
import type { Scrolling } from "./view-preview.ts";

/** Where PgUp or PgDn takes a long text or a preview, or null where the key is another or nothing scrolls. */
export function toScroll(key: Key, scroll: number, scrolling: Scrolling | null): number | null {
  if (scrolling === null || (key.name !== "pageup" && key.name !== "pagedown")) return null;
  const from = Math.min(scroll, scrolling.max);
  const to = key.name === "pagedown" ? from + scrolling.page : from - scrolling.page;
  return Math.max(0, Math.min(scrolling.max, to));
}
