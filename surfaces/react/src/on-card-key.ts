import type { Answering, AnsweringEvent, Ask } from "@yourcall/core";
import { isConfirm, toShortcut } from "@yourcall/core/internal";
import type { KeyboardEvent } from "react";
import { isField, isHeldPress } from "./key-targets.ts";
import { openComment, type ShownCard } from "./shown-card.ts";
import { machine, play } from "./use-answering.ts";

/** What a key in the card does. Tab, Space, arrows in a radio group and all keys in fields are left to the browser. */
export function onCardKey(event: KeyboardEvent, card: ShownCard): void {
  const { settings } = card.state;
  const state = { ...card.state, settings: { ...settings, letters: card.props.letters !== false } };
  const target = event.target as HTMLElement;
  // While an input method composes, Enter and digits belong to it. Some report 229 before they report composing.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  if (state.page === "lines") {
    machine.lines?.onKey(event, card);
    return;
  }
  const [question, row] = (target.dataset.row ?? "").split("-").map(Number);
  const there = question !== undefined && row !== undefined ? ({ type: "focus", question, row } as const) : null;
  const inField = isField(target);
  const meaning =
    event.ctrlKey || event.metaKey || event.altKey
      ? event.key === "Enter" && !event.altKey
        ? confirm(state)
        : null
      : event.key === "Escape"
        ? leave(state, inField ? Number.parseInt(target.id.slice(card.id("").length), 10) : -1)
        : event.key === "Enter"
          ? // A page may pass on a key that was pressed outside the card: it acts where the machine's focus is.
            there === null
            ? target === event.currentTarget
              ? { type: "enter" as const }
              : null
            : [there, { type: "enter" } as const]
          : inField
            ? null
            : onRow(event, there === null || state.page === "decline" ? state : { ...state, page: "question" }, there);
  // A held key acts only where it was pressed: it neither moves to another question nor presses a button.
  const held = event.repeat && !event.key.startsWith("Arrow");
  if (meaning === null && !(isHeldPress(event) && !inField)) return;
  event.preventDefault();
  if (meaning === null || held) return;
  // One letter of a text must not send.
  const soon = event.key.length === 1 && sends(card.state, meaning);
  if (soon) card.acting?.gate.actSoon(event.nativeEvent, () => card.lead(meaning));
  else card.lead(meaning);
}

/** Whether this sends, or skips without asking first. */
function sends(state: Answering, events: AnsweringEvent | AnsweringEvent[]): boolean {
  const { end, asking } = play(state, events);
  return end !== null || (asking === null && [events].flat().some(({ type }) => type === "skip"));
}

type Focus = Extract<AnsweringEvent, { type: "focus" }>;

function onRow({ key, target }: KeyboardEvent, state: Answering, there: Focus | null): AnsweringEvent[] | null {
  // Arrows choose among radio buttons, through the browser; they never send.
  const arrow = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (arrow !== 0)
    return there && !(target as HTMLElement).matches("[type=radio]") ? [there, { type: "move", by: arrow }] : null;
  const shortcut = toShortcut(state, key);
  if (shortcut === null)
    return key === "c" && state.settings.letters && state.page === "question" && takesComment(state.ask)
      ? [...openComment]
      : null;
  return there === null ? [shortcut] : [there, shortcut];
}

/** A yes or no, and an approval, have no comment. */
function takesComment(ask: Ask): boolean {
  return ask.kind !== "approval" && !isConfirm(ask);
}

/** Ctrl-Enter presses the button on the right. */
function confirm({ page, asking, field }: Answering): AnsweringEvent {
  return { type: field === "asked" ? "ask-back" : asking !== null ? "enter" : page === "decline" ? "decline" : "send" };
}

/** Escape closes what the card has opened, and leads out of a field, whose text is kept; otherwise it is left to the page. */
function leave({ page, asking, at }: Answering, question: number): AnsweringEvent[] | null {
  if (asking !== null) return [{ type: "back" }];
  if (page === "decline") return [{ type: "leave-field" }, { type: "back" }];
  // Back to the question that the field belongs to, on the row it was on. A comment belongs to none: back to the last one.
  const back = Number.isNaN(question) ? at : question;
  return back < 0 ? null : [{ type: "focus", question: back, row: -1 }, { type: "leave-field" }];
}

/** The name of the element that has the machine's focus. */
export function toFocused(state: Answering): string {
  const { asking, page, field, at, reviewRow, ask, entries, selection } = state;
  if (asking !== null) return "asking";
  if (field === "asked" || field === "edited") return field;
  if (page === "lines") return field ?? `line-${selection.line}`;
  if (page === "decline") return "reason";
  if (page === "review" && reviewRow >= ask.questions.length) return field === "comment" ? field : "send";
  const question = page === "review" ? reviewRow : at;
  // A question with only a field has no rows, so once the field is left, no element has this name.
  if (ask.questions[question]?.options.length === 0 && (page === "review" || field !== null))
    return `${question}-other`;
  return page === "question" && field !== null ? `${question}-${field}` : `${question}-${entries[question]?.focus}`;
}
