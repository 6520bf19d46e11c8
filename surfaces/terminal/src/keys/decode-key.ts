import type { Key } from "@yourcall/core";

const byLetter: Record<string, string> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  S: "f4",
};

const byNumber: Record<number, string> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
};

// The numpad in the kitty protocol, from code 57399 on, as printed on its keys.
const kittyNumpad = [
  ..."0123456789./*-+",
  ...["enter", "=", ",", "left", "right", "up", "down", "pageup", "pagedown", "home", "end", "", "delete"],
];
const firstKittyNumpad = 57399;

// rxvt encodes the modifiers in the last byte.
const rxvtModifiers: Record<string, number> = { "~": 0, $: 1, "^": 4, "@": 5 };

const shift = 1;
const alt = 2;
const ctrl = 4;
const locks = 64 | 128;

/** The key of a CSI sequence (`1;5` and `D` for Ctrl-Left); undefined for any other sequence. */
export function decodeCsi(body: string, final: string): Key | undefined {
  // The Linux console: CSI [ A is F1.
  if (body === "[") return final >= "A" && final <= "E" ? { name: `f${final.charCodeAt(0) - 0x40}` } : undefined;
  // The arrows come first because they repeat while held down.
  if (body === "" && byLetter[final] !== undefined) return named(byLetter[final]);
  if (!/^[\d;:]{0,40}$/.test(body)) return undefined;
  const [first = [], second = [], third = []] = body
    .split(";")
    .map((field) => field.split(":").map((value) => (value === "" ? undefined : Number(value))));
  const code = first[0] ?? 1;
  // Kitty reports repeats as 2 and releases as 3.
  if ((second[1] ?? 1) > 2) return undefined;
  const modifiers = Math.max(0, (second[0] ?? 1) - 1) & ~locks;
  if (final === "u") return toKittyKey(code, first[1], modifiers);
  if (final === "~" && code === 27) return toKittyKey(third[0] ?? 0, undefined, modifiers);
  const rxvt = rxvtModifiers[final];
  if (rxvt !== undefined) return withModifiers(named(byNumber[first[0] ?? 0]), modifiers | rxvt);
  if (final === "Z") return withModifiers({ name: "tab" }, modifiers | shift);
  if (body === "" && final >= "a" && final <= "d") return withModifiers(named(byLetter[final.toUpperCase()]), shift);
  return code === 1 ? withModifiers(named(byLetter[final]), modifiers) : undefined;
}

/** The key of an SS3 sequence (ESC O): arrows, and the numpad in application mode. */
export function decodeSs3(body: string, final: string): Key | undefined {
  if (body !== "") return decodeCsi(body.includes(";") ? body : `1;${body}`, final);
  if (final >= "p" && final <= "y") return toTextKey(String(final.charCodeAt(0) - 0x70));
  if (final >= "j" && final <= "o") return toTextKey("*+,-./".charAt(final.charCodeAt(0) - 0x6a));
  if (final >= "a" && final <= "d") return withModifiers(named(byLetter[final.toUpperCase()]), ctrl);
  switch (final) {
    case "M":
      return { name: "enter" };
    case "I":
      return { name: "tab" };
    case "X":
      return toTextKey("=");
    case " ":
      return toTextKey(" ");
    case "R":
      return { name: "f3" };
    default:
      return named(byLetter[final]);
  }
}

function toKittyKey(code: number, shifted: number | undefined, modifiers: number): Key | undefined {
  const numpad = kittyNumpad[code - firstKittyNumpad];
  if (numpad !== undefined)
    return withModifiers(numpad.length === 1 ? toTextKey(numpad) : named(numpad), modifiers & ~shift);
  if ([8, 9, 13, 27, 127].includes(code)) return withModifiers(toControlKey(String.fromCharCode(code)), modifiers);
  const isShifted = (modifiers & shift) !== 0;
  const character = toPrintable(isShifted ? (shifted ?? code) : code);
  if (character === undefined) return undefined;
  const upper = character.toUpperCase();
  const isCommand = (modifiers & ctrl) !== 0;
  const text = isCommand ? character.toLowerCase() : isShifted && upper.length === character.length ? upper : character;
  return withModifiers(toTextKey(text), modifiers & ~shift);
}

function toPrintable(code: number): string | undefined {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code > 0x10ffff) return undefined;
  // Surrogates, and the private area where kitty numbers its other keys.
  return code >= 0xd800 && code <= 0xf8ff ? undefined : String.fromCodePoint(code);
}

function named(name: string | undefined): Key | undefined {
  return name === undefined || name === "" ? undefined : { name };
}

/** The key with its modifiers; undefined with super, hyper or meta, which no key here uses. */
function withModifiers(key: Key | undefined, modifiers: number): Key | undefined {
  if (key === undefined || modifiers > (shift | alt | ctrl)) return undefined;
  const result = { ...key };
  if ((modifiers & shift) !== 0) result.shift = true;
  if ((modifiers & alt) !== 0) result.alt = true;
  if ((modifiers & ctrl) !== 0) result.ctrl = true;
  return result;
}

/** The key of a control character (U+0000–U+001F, U+007F); undefined for any other character. */
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
      // Ctrl lowers the code of a letter, or of one of \ ] ^ _, by 64.
      return code < 0x20
        ? { name: "char", text: String.fromCharCode(code + 0x40).toLowerCase(), ctrl: true }
        : undefined;
  }
}

/** The key for one printable character. */
export function toTextKey(text: string): Key {
  return text === " " ? { name: "space", text } : { name: "char", text };
}
