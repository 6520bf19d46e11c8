import { type Key, toCommand } from "@yourcall/core";
import type { KeyboardEvent } from "react";
import type { ShownCard } from "./shown-card.ts";

const names: Record<string, string> = { Enter: "enter", ArrowUp: "up", ArrowDown: "down" };

/** What a key inside the card does. Tab, Space and the arrows in a radio group stay the browser's; so does every field. */
export function onCardKey(event: KeyboardEvent, card: ShownCard): void {
  const { state, lead } = card;
  const target = event.target as HTMLElement;
  // While an input method composes, Enter and digits belong to it. 229 is what some say before they say so.
  if (event.nativeEvent.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    lead(state.page === "decline" ? { type: "decline" } : { type: state.asking === null ? "send" : "enter" });
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    // Only what the card has opened itself; elsewhere Escape is the page's.
    if (state.asking !== null) lead({ type: "back" });
    else if (state.page === "decline") lead([{ type: "leave-field" }, { type: "back" }]);
    return;
  }
  const field = target.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])");
  const [question, row] = (target.dataset.row ?? "").split("-").map(Number);
  const onRow = question !== undefined && row !== undefined;
  if (field ? !(onRow && event.key === "Enter") : event.key.length > 1 && !onRow) return;
  const name = names[event.key];
  // Arrows choose among radio buttons, which is the browser's to do; they never send.
  if (name === undefined ? event.key.length > 1 || event.key === " " || event.key === "?" : isArrowOfRadio(event))
    return;
  const key: Key = name === undefined ? { name: "char", text: event.key } : { name };
  const there = onRow ? [{ type: "focus", question, row } as const] : [];
  const command = toCommand(
    state.page === "review" && onRow ? { ...state, page: "question", at: question } : state,
    key,
  );
  // The focus is on a button of its own in the approval's order, so a digit would point at another row than it names.
  if (command === null || (command.type === "digit" && state.ask.kind === "approval")) return;
  event.preventDefault();
  lead([...there, ...(command.type === "insert" ? [] : [command])]);
}

function isArrowOfRadio(event: KeyboardEvent): boolean {
  return event.key !== "Enter" && (event.target as HTMLElement).matches("[type=radio]");
}
