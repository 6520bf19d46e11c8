import { type Answering, current } from "../answering/answering.ts";
import type { Key } from "../answering/key-map.ts";
import { toEvent } from "../answering/key-map.ts";
import { answer } from "../answering/machine.ts";
import { toCharacters } from "../count-characters.ts";

const names = new Set(
  "up down left right home end pageup pagedown enter space tab backspace delete escape f1 f5 f12".split(" "),
);

/** A key by the name a person would give it: `down`, `ctrl+n`, `alt+enter`, `shift+tab`, `a`. */
export function toKey(pressed: string): Key {
  const parts = pressed.length === 1 ? [pressed] : pressed.split("+");
  const last = parts.at(-1) ?? "";
  const held = parts.slice(0, -1);
  return {
    name: names.has(last) ? last : "char",
    ...(last === "space" ? { text: " " } : names.has(last) ? {} : { text: last }),
    ...(held.includes("ctrl") ? { ctrl: true } : {}),
    ...(held.includes("alt") ? { alt: true } : {}),
    ...(held.includes("shift") ? { shift: true } : {}),
  };
}

/** The state after these keys, one after the other. */
export function press(state: Answering, ...keys: string[]): Answering {
  return keys.map(toKey).reduce((before, key) => {
    const event = toEvent(before, key);
    return event === null ? before : answer(before, event);
  }, state);
}

/** The state after this text was typed, key by key. */
export function typeText(state: Answering, text: string): Answering {
  return press(state, ...toCharacters(text).map((character) => (character === " " ? "space" : character)));
}

/** What is chosen or ticked in a question, `Other` included. */
export function chosen(state: Answering, question = state.at): string[] {
  const labels = [...(state.ask.questions[question]?.options.map((option) => option.label) ?? []), "Other"];
  return labels.filter((_, row) => state.entries[question]?.picked[row] === true);
}

/** The label of the focused row, `Other` included. */
export function focused(state: Answering): string {
  const { question, entry } = current(state);
  return question.options[entry.focus]?.label ?? "Other";
}
