import type { Key } from "@yourcall/core";
import type { Glyphs } from "../screen/glyphs.ts";
import { cellWidth } from "../text/cell-width.ts";
import { cutLine, type Line, padLine, span } from "../text/styled-line.ts";
import { cutText } from "../text/wrap-text.ts";
import type { Preview } from "./page.ts";

/** How far a preview can scroll, so that PgDn stops at its end. */
export interface Scrolling {
  page: number;
  max: number;
}

/** Which rows of a text that must be read are on the screen. */
export interface Reading {
  from: number;
  to: number;
  of: number;
  /** The rows that show what can also be read line by line. */
  reviewed: { from: number; to: number };
}

/** The lines of a preview in a box of this width. */
export function previewRows(preview: Preview, width: number): Line[] {
  return preview.toRows(Math.max(1, width - 4));
}

/** What is to be read of a preview whose rows come after `above` others. Of a text that was cut, one row more than there are. */
export function toReadable(preview: Preview, width: number, above = 0): Pick<Reading, "of" | "reviewed"> {
  const rows = above + previewRows(preview, width).length;
  const reviewed = preview.reviewedRows?.(Math.max(1, width - 4)) ?? 0;
  return { of: preview.isCut === true ? rows + 1 : rows, reviewed: { from: above, to: above + reviewed } };
}

/** The only box with a right border: `height` rows, cells measured, long lines cut with a visible mark. */
export function previewBox(
  preview: Preview,
  size: { width: number; height: number },
  scroll: number,
  glyphs: Glyphs,
): { lines: Line[]; scrolling: Scrolling; reading: Reading } {
  const inside = Math.max(1, size.width - 4);
  const rows = previewRows(preview, size.width);
  const shown = Math.max(1, size.height - 2);
  const max = Math.max(0, rows.length - shown);
  const top = Math.min(scroll, max);
  const visible = rows.slice(top, top + shown);
  const count = max === 0 ? "" : ` ${top + 1}-${top + visible.length} of ${rows.length} `;
  const title =
    preview.title === ""
      ? ""
      : `${cutText(preview.title, Math.max(1, size.width - 5 - cellWidth(count.trimStart())))} `;
  const more = top < max ? "pgdn more " : top > 0 ? "pgup back " : "";
  const body = Array.from({ length: shown }, (_, index): Line => {
    const cells = padLine(cutLine(visible[index] ?? [], inside), inside);
    return [span(`${glyphs.rail} `, "secondary"), ...cells, span(` ${glyphs.rail}`, "secondary")];
  });
  return {
    lines: [
      border(glyphs.boxTopLeft, title, count, glyphs.boxTopRight, size.width, glyphs),
      ...body,
      border(glyphs.boxBottomLeft, more, "", glyphs.boxBottomRight, size.width, glyphs),
    ],
    scrolling: { page: Math.max(1, shown - 1), max },
    reading: { from: top, to: top + visible.length, ...toReadable(preview, size.width) },
  };
}

/** The new scroll position after PgUp or PgDn; null for any other key, or if nothing scrolls. */
export function toScroll(key: Key, scroll: number, scrolling: Scrolling | null): number | null {
  if (scrolling === null || (key.name !== "pageup" && key.name !== "pagedown")) return null;
  const from = Math.min(scroll, scrolling.max);
  const to = key.name === "pagedown" ? from + scrolling.page : from - scrolling.page;
  return Math.max(0, Math.min(scrolling.max, to));
}

/** `┌ Sidebar ─── 1-5 of 12 ┐`. */
function border(
  left: string,
  words: string,
  count: string,
  right: string,
  width: number,
  { horizontal }: Glyphs,
): Line {
  const fill = Math.max(0, width - 3 - cellWidth(words) - cellWidth(count));
  return [
    span(`${left}${words === "" ? horizontal : " "}${words}${horizontal.repeat(fill)}`, "secondary"),
    span(count, "muted"),
    span(right, "secondary"),
  ];
}
