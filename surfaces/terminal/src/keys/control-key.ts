import type { Key } from "@yourcall/core";

/** The key behind a control character (U+0000–U+001F, U+007F), or undefined where the character is none. */
export function toControlKey(character: string): Key | undefined {
  const code = character.charCodeAt(0);
  switch (code) {
    case 0x00:
      return { name: "space", text: " ", ctrl: true };
    case 0x08:
    case 0x7f:
      return { name: "backspace" };
    case 0x09:
      return { name: "tab" };
    case 0x0d:
      return { name: "enter" };
    case 0x1b:
      return { name: "escape" };
    default:
      // Ctrl takes a letter, or one of \ ] ^ _, down by 64.
      return code < 0x20
        ? { name: "char", text: String.fromCharCode(code + 0x40).toLowerCase(), ctrl: true }
        : undefined;
  }
}

/** The key for one printable character. */
export function toTextKey(text: string): Key {
  return text === " " ? { name: "space", text } : { name: "char", text };
}
