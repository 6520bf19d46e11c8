import { toEditable } from "../edited-input.ts";
import { type Answering, current } from "./answering.ts";
import type { AnsweringEvent } from "./answering-event.ts";
import { takesLine } from "./field-events.ts";
import type { KeyPlace } from "./key-guard.ts";
import { canAskBack, canAttach, otherRow } from "./rows.ts";
import type { TextEdit } from "./text-field.ts";

/** One key press, as every surface reports it to the key map. */
export interface Key {
  /**
   * `up down left right home end pageup pagedown enter space tab backspace delete escape`, `f1`…`f12`, or `char` for any
   * other printable text and for letters with Ctrl or Alt. Numpad keys are reported as what is printed on them.
   */
  name: string;
  /** The text of a printable key: one character as a person counts them. With Ctrl or Alt, the letter. Space is `" "`. */
  text?: string;
  ctrl?: boolean;
  alt?: boolean;
  shift?: boolean;
}

/**
 * What a key means in this state, or null if it means nothing. Keys that only a surface can act on (Ctrl-C, Ctrl-Z,
 * Ctrl-G, PgUp, PgDn) are not here.
 *
 * @example
 * const event = toEvent(state, { name: "enter" });
 * if (event !== null) console.log(answer(state, event).end);
 */
export function toEvent(state: Answering, key: Key): AnsweringEvent | null {
  if (state.help) return key.name === "pageup" || key.name === "pagedown" ? null : { type: "help" };
  if (key.name === "enter" && key.ctrl === true && state.page === "lines")
    return { type: "send-review", effect: "deny" };
  if (state.field !== null) return inField(key);
  if (state.page === "lines") return onLines(state, key);
  return takesLine(state) ? onConfirm(state, key) : (anywhere(state, key) ?? onPage(state, key));
}

// Every letter goes into the line; arrows choose a row, and with an empty line also left and right.
function onConfirm(state: Answering, key: Key): AnsweringEvent | null {
  const isSideways = key.name === "left" || key.name === "right";
  if (key.name === "up" || (key.name === "left" && state.line.text === "")) return { type: "leave-line", by: -1 };
  if (key.name === "down" || (isSideways && state.line.text === "")) return { type: "leave-line", by: 1 };
  if (key.name === "enter") return key.alt === true ? null : { type: "take-line" };
  if (key.name === "tab") return null;
  const event = inField(key);
  return event?.type === "insert" && event.text === "\n" ? null : event;
}

/** Where a key pressed in this state lands: in a field or on the Other row, where what is typed is text, on lines, or on any other row. */
export function keyPlace(state: Answering): Exclude<KeyPlace, "move"> {
  if (state.help) return "row";
  if (state.field !== null || takesLine(state) || isOnOtherRow(state)) return "field";
  return state.page === "lines" ? "lines" : "row";
}

function isOnOtherRow(state: Answering): boolean {
  if (state.page !== "question" || state.asking !== null) return false;
  const { question, entry } = current(state);
  return entry.focus === otherRow(state.ask, question);
}

function anywhere(state: Answering, key: Key): AnsweringEvent | null {
  if (key.ctrl === true) {
    if (key.text === "p") return { type: "move", by: -1 };
    if (key.text === "n") return { type: "move", by: 1 };
    return null;
  }
  // Esc and Enter in quick succession arrive as Alt-Enter: with Alt, nothing here chooses.
  if (key.alt === true && (key.name === "enter" || key.name === "space")) return null;
  switch (key.name) {
    case "up":
      return { type: "move", by: -1 };
    case "down":
      return { type: "move", by: 1 };
    case "home":
      return state.page === "decline" ? null : { type: "first" };
    case "end":
      return state.page === "decline" ? null : { type: "last" };
    case "enter":
      return { type: "enter" };
    case "escape":
      return { type: "back" };
    case "tab":
      return key.shift === true ? { type: "previous" } : { type: "next" };
    case "left":
      return { type: "previous" };
    case "right":
      return state.page === "question" ? { type: "next" } : null;
    case "space":
      // No letter, digit or Space allows or denies: those are keys that people type.
      return state.page === "decline" || state.ask.kind === "approval" ? null : { type: "pick" };
    default:
      return null;
  }
}

function onPage(state: Answering, key: Key): AnsweringEvent | null {
  if (key.ctrl === true || key.alt === true) return null;
  if (isOnOtherRow(state)) return onOtherRow(key);
  if (key.text === undefined) return null;
  return key.text === "?" ? { type: "help" } : toShortcut(state, key.text);
}

function onLines(state: Answering, key: Key): AnsweringEvent | null {
  if (key.shift === true && key.ctrl !== true && key.alt !== true) {
    if (key.name === "up") return { type: "extend", by: -1 };
    if (key.name === "down") return { type: "extend", by: 1 };
  }
  if (key.name === "delete") return { type: "remove-mark" };
  if (["tab", "left", "right", "space"].includes(key.name)) return null;
  return anywhere(state, key) ?? onPage(state, key);
}

/** What a digit or a letter means on a row, for surfaces that leave all other keys to a browser. */
export function toShortcut(state: Answering, text: string): AnsweringEvent | null {
  if (/^[0-9]$/.test(text))
    return state.page === "decline" || state.page === "lines" ? null : { type: "digit", digit: Number(text) };
  return state.settings.letters ? onLetter(state, text) : null;
}

// On the Other row everything printable is text: an answer that starts with "no" must not open a note.
function onOtherRow(key: Key): AnsweringEvent | null {
  if (key.name === "char" && key.text !== undefined) return { type: "insert", text: key.text };
  return key.name === "backspace" ? { type: "open", field: "other" } : null;
}

function onLetter(state: Answering, letter: string): AnsweringEvent | null {
  if (state.page === "lines") return onLineLetter(letter);
  if (letter === "j") return { type: "move", by: 1, optionsOnly: true };
  if (letter === "k") return { type: "move", by: -1, optionsOnly: true };
  if (state.page === "decline") return letter === "y" && state.ask.kind !== "approval" ? { type: "decline" } : null;
  if (letter === "x") return { type: "open-decline" };
  if (letter === "b" && canAskBack(state.ask)) return { type: "open", field: "asked" };
  if (state.page === "review") return onReviewLetter(state, letter);
  switch (letter) {
    case "a":
      return { type: "toggle-all" };
    case "e":
      return toEditable(state.ask) === undefined ? null : { type: "open", field: "edited" };
    case "n":
      return { type: "open", field: "note" };
    case "r":
      return state.ask.approval === undefined ? null : { type: "open-lines" };
    case "o":
      return { type: "open", field: "other" };
    case "p":
      return state.settings.pictures && canAttach(state, state.at) ? { type: "open", field: "picture" } : null;
    case "s":
      return { type: "skip" };
    default:
      return null;
  }
}

function onLineLetter(letter: string): AnsweringEvent | null {
  switch (letter) {
    case "j":
      return { type: "move", by: 1 };
    case "k":
      return { type: "move", by: -1 };
    case "J":
      return { type: "extend", by: 1 };
    case "K":
      return { type: "extend", by: -1 };
    case "c":
      return { type: "open", field: "mark-comment" };
    case "d":
      return { type: "strike" };
    case "r":
      return { type: "open", field: "replacement" };
    case "x":
      return { type: "remove-mark" };
    default:
      return null;
  }
}

// A question that is nothing but a field takes every letter as text, so the review has a key to skip it.
function onReviewLetter(state: Answering, letter: string): AnsweringEvent | null {
  if (letter === "c") return { type: "open", field: "comment" };
  return letter === "s" ? { type: "skip", question: state.reviewRow } : null;
}

const edits: Record<string, TextEdit> = {
  left: "left",
  right: "right",
  up: "up",
  down: "down",
  home: "line-start",
  end: "line-end",
  backspace: "backspace",
  delete: "delete",
};
const controlEdits: Record<string, TextEdit> = {
  a: "line-start",
  e: "line-end",
  w: "delete-word",
  u: "delete-to-start",
  k: "delete-to-end",
  b: "left",
  f: "right",
  p: "up",
  n: "down",
  d: "delete",
  h: "backspace",
};

function inField(key: Key): AnsweringEvent | null {
  if (key.name === "enter") return key.alt === true ? { type: "insert", text: "\n" } : { type: "enter" };
  if (key.name === "escape") return { type: "back" };
  if (key.name === "tab") return key.shift === true ? { type: "previous" } : { type: "next" };
  const edit = toTextEdit(key);
  if (edit !== null) return { type: "edit", edit };
  if (key.ctrl === true && key.text === "j") return { type: "insert", text: "\n" };
  return key.ctrl === true || key.alt === true || key.text === undefined ? null : { type: "insert", text: key.text };
}

/** How a key changes a text, or null if it does not. */
export function toTextEdit(key: Key): TextEdit | null {
  const byWord = key.ctrl === true || key.alt === true;
  if (byWord && key.name === "left") return "word-left";
  if (byWord && key.name === "right") return "word-right";
  if (byWord && key.name === "backspace") return "delete-word";
  if (key.alt === true && key.text === "b") return "word-left";
  if (key.alt === true && key.text === "f") return "word-right";
  if (key.ctrl === true && key.text !== undefined) return controlEdits[key.text] ?? null;
  return edits[key.name] ?? null;
}
