import { type Answering, type AnsweringEvent, toShortcut } from "@yourcall/core";
import type { KeyboardEvent } from "react";
import type { ShownCard } from "./shown-card.ts";

/** What a key inside the card does. Tab, Space and the arrows in a radio group stay the browser's; so does every field. */
export function onCardKey(event: KeyboardEvent, card: ShownCard): void {
  const { state } = card;
  const target = event.target as HTMLElement;
  // While an input method composes, Enter and digits belong to it. 229 is what some say before they say so.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  const [question, row] = (target.dataset.row ?? "").split("-").map(Number);
  const there = question !== undefined && row !== undefined ? ({ type: "focus", question, row } as const) : null;
  const inField = target.matches("textarea, input:not([type=radio], [type=checkbox])");
  const meaning =
    event.ctrlKey || event.metaKey || event.altKey
      ? event.key === "Enter" && !event.altKey
        ? confirm(state)
        : null
      : event.key === "Escape"
        ? leave(state)
        : event.key === "Enter"
          ? there && [there, { type: "enter" } as const]
          : inField
            ? null
            : onRow(event, there === null || state.page === "decline" ? state : { ...state, page: "question" }, there);
  // A key held down was meant for where it went down: it goes on to no other question and presses no button.
  const held = event.repeat && !event.key.startsWith("Arrow");
  if (meaning === null && !(isHeldPress(event) && !inField)) return;
  event.preventDefault();
  if (meaning !== null && !held) card.lead(meaning);
}

/** Whether this is a key that presses a button, held down since before it came here. */
export function isHeldPress({ repeat, key }: KeyboardEvent): boolean {
  return repeat && (key === "Enter" || key === " ");
}

type Focus = Extract<AnsweringEvent, { type: "focus" }>;

function onRow({ key, target }: KeyboardEvent, state: Answering, there: Focus | null): AnsweringEvent[] | null {
  // Arrows choose among radio buttons, which is the browser's to do; they never send.
  const arrow = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (arrow !== 0)
    return there && !(target as HTMLElement).matches("[type=radio]") ? [there, { type: "move", by: arrow }] : null;
  const shortcut = toShortcut(state, key);
  // An approval shows its rows in another order than they are counted.
  if (shortcut === null || (shortcut.type === "digit" && state.ask.kind === "approval")) return null;
  return there === null ? [shortcut] : [there, shortcut];
}

/** Ctrl-Enter: whatever the button on the right says. */
function confirm({ page, asking }: Answering): AnsweringEvent {
  return { type: asking !== null ? "enter" : page === "decline" ? "decline" : "send" };
}

/** Escape closes only what the card has opened itself; elsewhere it is the page's. */
function leave({ page, asking }: Answering): AnsweringEvent[] | null {
  if (asking !== null) return [{ type: "back" }];
  return page === "decline" ? [{ type: "leave-field" }, { type: "back" }] : null;
}
