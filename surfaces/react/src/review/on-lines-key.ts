import type { AnsweringEvent } from "@yourcall/core";
import { toShortcut } from "@yourcall/core/internal";
import type { KeyboardEvent } from "react";
import { isField, isHeldPress } from "../key-targets.ts";
import type { ShownCard } from "../shown-card.ts";

/** What a key does while the lines are open. Tab, Space and page keys, and all other keys in fields, are left to the browser. */
export function onLinesKey(event: KeyboardEvent, card: ShownCard): void {
  const target = event.target as HTMLElement;
  const meaning = toMeaning(event, card, isField(target));
  const moves = meaning?.type === "move" || meaning?.type === "extend";
  if (meaning === null && !(isHeldPress(event) && !isField(target))) return;
  event.preventDefault();
  if (meaning !== null && (moves || !event.repeat)) card.lead(meaning);
}

function toMeaning(event: KeyboardEvent, { state, props }: ShownCard, inField: boolean): AnsweringEvent | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey)
    return key === "Enter" && !event.altKey ? { type: "send-review", effect: "deny" } : null;
  if (key === "Escape") return inField ? { type: "leave-field" } : { type: "back" };
  const target = event.target as HTMLElement;
  if (inField) return null;
  if (key === "Enter")
    return target.dataset.line !== undefined || target === event.currentTarget ? { type: "enter" } : null;
  const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : undefined;
  if (by !== undefined) return { type: shiftKey ? "extend" : "move", by };
  if (key === "Home") return { type: "first" };
  if (key === "End") return { type: "last" };
  if (key === "Delete") return { type: "remove-mark" };
  const letters = { ...state, settings: { ...state.settings, letters: props.letters !== false } };
  return toShortcut(letters, key);
}
