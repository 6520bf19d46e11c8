import type { Key } from "@yourcall/core";

// Esc and Enter in quick succession arrive as Alt-Enter, which must not open or accept anything.
export function isPlain(key: Key, name: string): boolean {
  return key.name === name && !withModifier(key);
}

export function isCommand(key: Key, text: string): boolean {
  return key.text === text && !withModifier(key);
}

export function withModifier(key: Key): boolean {
  return key.ctrl === true || key.alt === true;
}
