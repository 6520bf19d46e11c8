import { answer } from "../answering/answer-by-keys.ts";
import { type Answering, current } from "../answering/answering.ts";
import type { Key } from "../answering/key-map.ts";
import { toEvent } from "../answering/key-map.ts";
import { noneRow, noneText } from "../answering/rows.ts";
import { toCharacters } from "../count-characters.ts";
import type { Question } from "../schemas.ts";

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

/** What is chosen or ticked in a question, in the order of selection, `Other` and `None of these` included. */
export function chosen(state: Answering, at = state.at): string[] {
  const question = state.ask.questions[at];
  return (state.entries[at]?.picked ?? []).map((row) => toRowName(state, question, row));
}

/** The label of the focused row, `Other` and `None of these` included. */
export function focused(state: Answering): string {
  const { question, entry } = current(state);
  return toRowName(state, question, entry.focus);
}

function toRowName({ ask }: Answering, question: Question | undefined, row: number): string {
  if (question !== undefined && row === noneRow(ask, question)) return noneText;
  return question?.options[row]?.label ?? "Other";
}
