import type { Answering, AnsweringEvent, Key } from "@yourcall/core";
import type { Frame } from "../view/view-frame.ts";

/**
 * PgUp and PgDn on the lines of a plan or a change: about as far as the screen shows. If the comments above the lines do not fit, these
 * keys scroll them first; `scroll` is where to, or null.
 */
export function toLineJump(
  state: Answering,
  { name }: Key,
  scroll: number | null,
  frame: Frame | null,
): AnsweringEvent | null {
  if (scroll !== null && scroll !== state.scroll) return null;
  if (state.page !== "lines" || state.field !== null || (name !== "pageup" && name !== "pagedown")) return null;
  const by = Math.max(1, frame?.reviewed.length ?? 0);
  return { type: "select", from: state.selection.line + (name === "pageup" ? -by : by) };
}
