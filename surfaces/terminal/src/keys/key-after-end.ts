import { type Answering, answer, type Key, toEvent } from "@yourcall/core";
import { isConfirm, keyPlace } from "@yourcall/core/internal";

/** Whether the person is in a field: what they type there is theirs, whatever happens to the ask. */
export function hasField(state: Answering): boolean {
  return state.field !== null || (isConfirm(state.ask) && keyPlace(state) === "field");
}

/** What a key does in the field of an ask that has ended elsewhere: text is text; null if it leaves the field, as Esc, Enter and Tab do. */
export function writeAfterEnd(state: Answering, key: Key): Answering | null {
  const event = toEvent(state, key);
  const leaves = event?.type === "back" || event?.type === "enter" || event?.type === "take-line";
  if (key.name === "tab" || leaves) return null;
  const isText = hasField(state) && (event?.type === "insert" || event?.type === "edit");
  const written = isText ? answer(state, event) : state;
  return written.field === state.field ? written : null;
}
