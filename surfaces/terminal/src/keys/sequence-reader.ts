import type { Key } from "@yourcall/core";
import { toClusters } from "../text/cell-width.ts";
import { decodeCsi, decodeSs3, toControlKey, toTextKey } from "./decode-key.ts";
import { decodeMouse, type MouseAct } from "./decode-mouse.ts";

/** Input from the terminal: something the person did, or a report from the terminal itself. */
export type TerminalInput =
  | { type: "key"; key: Key }
  /** As pasted, with `\n` for every line break; may still contain control characters. */
  | { type: "paste"; text: string }
  | { type: "focus"; focused: boolean }
  | ({ type: "mouse" } & MouseAct)
  /** The terminal's background colour, 0–255 each. */
  | { type: "background"; red: number; green: number; blue: number };

/*
 * ground        text and control characters are keys. ESC → escape; C1 CSI, SS3, OSC, DCS… → as after ESC
 * escape        [ → csi; O → ss3; ] P X ^ _ → string; another ESC: the next sequence has Alt; anything else: that key with Alt
 * csi, ss3      up to the final byte: a key, a focus report, a mouse button, the start of a paste, or nothing we know
 * mouse         the three characters after CSI M
 * string        up to BEL, ST or ESC \: a colour report, or nothing we know
 * string-escape after ESC in a string: \ ends it, anything else ends it and starts a new escape
 * paste         up to CSI 201~
 *
 * A byte that does not belong in a sequence ends it and is dropped with it, so noise never presses Enter. Esc, Ctrl-C and
 * Ctrl-Z work in every mode but paste.
 */
type Mode = "ground" | "escape" | "csi" | "ss3" | "mouse" | "string" | "string-escape" | "paste";

const pasteEnd = "\u001b[201~";

/** Longer pastes are cut. A field takes far less. */
export const maxPasteLength = 100_000;
const maxSequenceLength = 256;
const mouseLength = 3;
const cancel = "\u0018";
const modes: Record<string, Mode> = {
  "[": "csi",
  O: "ss3",
  "]": "string",
  P: "string",
  X: "string",
  "^": "string",
  _: "string",
};
// Control characters and U+FFFD: neither is typed text.
const notText = /[^ -~\u00a0-\ufffc\ufffe\uffff]/g;

/**
 * Turns decoded text into keys, pastes and reports, however it is divided into chunks. It has no timers: `waitingFor` says what
 * more input could change, and the caller calls `settle` if none came.
 */
export function createSequenceReader(emit: (input: TerminalInput) => void) {
  const paste = createPasteReader();
  let mode: Mode = "ground";
  // In a sequence: the character after ESC, what followed so far, and whether another ESC came first.
  let introducer = "";
  let body = "";
  let doubled = false;

  function emitKey(key: Key): void {
    emit({ type: "key", key });
  }

  /** The first of two Esc bytes was the Esc key after all. */
  function emitFirstEscape(): void {
    if (doubled) emitKey({ name: "escape" });
    doubled = false;
  }

  function begin(next: Mode, character = ""): void {
    mode = next;
    introducer = character;
    body = "";
    if (next === "ground" || next === "string") emitFirstEscape();
  }

  function append(character: string): void {
    if (body.length < maxSequenceLength) body += character;
  }

  function onGround(character: string): void {
    const key = character === "\u001b" ? undefined : toControlKey(character);
    if (key !== undefined) emitKey(key);
    else if (character === "\u001b") begin("escape");
    else {
      // A C1 control means ESC and the character 64 below it.
      const second = String.fromCharCode(character.charCodeAt(0) - 0x40);
      const next = character === "\ufffd" ? undefined : modes[second];
      if (next !== undefined) begin(next, second);
    }
  }

  function afterEscape(character: string): void {
    const next = modes[character];
    if (character === "\u001b") {
      emitFirstEscape();
      doubled = true;
    } else if (next !== undefined) begin(next, character);
    else {
      begin("ground");
      const key = isText(character) ? toTextKey(character) : toControlKey(character);
      if (key !== undefined && !isInterrupt(character)) emitKey({ ...key, alt: true });
      else {
        emitKey({ name: "escape" });
        onGround(character);
      }
    }
  }

  function inSequence(character: string): void {
    if (character === "\u001b" || isInterrupt(character)) {
      begin("ground");
      onGround(character);
    } else if (character < " " || character > "~") begin("ground");
    else if (mode === "mouse") {
      append(character);
      if (body.length > mouseLength) begin("ground");
    } else if (!isFinal(character)) append(character);
    else if (mode === "csi" && body === "" && character === "M") {
      append(character);
      mode = "mouse";
    } else finishSequence(character);
  }

  function isFinal(character: string): boolean {
    if (mode === "ss3") return !/[\d;]/.test(character);
    if (body === "" && character === "[") return false;
    // rxvt ends Shift-Home with $, which other terminals use before the final byte.
    return character >= "@" || (character === "$" && /^\d+$/.test(body));
  }

  function finishSequence(final: string): void {
    const sequence = `${introducer}${body}${final}`;
    const key = mode === "ss3" ? decodeSs3(body, final) : decodeCsi(body, final);
    if (key !== undefined) {
      const withAlt = doubled ? { ...key, alt: true } : key;
      doubled = false;
      begin("ground");
      emitKey(withAlt);
    } else if (sequence === "[200~") {
      emitFirstEscape();
      begin("paste");
    } else {
      begin("ground");
      const mouse = decodeMouse(sequence);
      if (mouse !== undefined) emit({ type: "mouse", ...mouse });
      else if (sequence === "[I" || sequence === "[O") emit({ type: "focus", focused: final === "I" });
    }
  }

  function inString(character: string): void {
    if (character === "\u0007" || character === "\u009c") finishString();
    else if (character === "\u001b") mode = "string-escape";
    else if (isInterrupt(character)) {
      begin("ground");
      onGround(character);
    } else if (character === cancel) begin("ground");
    else append(character);
  }

  function finishString(): void {
    const color = introducer === "]" ? decodeBackground(body) : undefined;
    begin("ground");
    if (color !== undefined) emit({ type: "background", ...color });
  }

  function inStringEscape(character: string): void {
    if (character === "\\") finishString();
    else {
      begin("escape");
      afterEscape(character);
    }
  }

  function step(character: string): void {
    if (mode === "ground") onGround(character);
    else if (mode === "escape") afterEscape(character);
    else if (mode === "string") inString(character);
    else if (mode === "string-escape") inStringEscape(character);
    else inSequence(character);
  }

  function read(text: string): void {
    let position = 0;
    while (position < text.length) {
      if (mode === "paste") {
        const next = paste.take(text, position);
        if (next === undefined) return;
        finishPaste();
        position = next;
      } else if (mode === "ground") {
        notText.lastIndex = position;
        const end = notText.exec(text)?.index ?? text.length;
        for (const cluster of toClusters(text.slice(position, end))) emitKey(toTextKey(cluster));
        if (end < text.length) step(text.charAt(end));
        position = end + 1;
      } else {
        const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
        position += character.length;
        step(character);
      }
    }
  }

  function finishPaste(): void {
    begin("ground");
    emit({ type: "paste", text: paste.finish() });
  }

  function settle(): void {
    if (mode === "paste") finishPaste();
    else if (mode === "escape" || mode === "string-escape") {
      begin("ground");
      emitKey({ name: "escape" });
    } else if (mode !== "ground" && body === "") {
      // Not a sequence: that character with Alt.
      const text = introducer;
      begin("ground");
      emitKey({ ...toTextKey(text), alt: true });
    } else if (mode !== "ground") begin("ground");
  }

  return {
    read,
    /** Nothing more came in time: a lone Esc is the Esc key, half a sequence is dropped, an open paste ends. */
    settle,
    waitingFor() {
      if (mode === "ground") return "nothing";
      return mode === "escape" || mode === "paste" ? mode : "sequence";
    },
  };
}

/** The background colour in an OSC 11 reply (`11;rgb:1e1e/1e1e/2e2e`), 0–255 each; undefined for any other text. */
function decodeBackground(body: string): { red: number; green: number; blue: number } | undefined {
  const match = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(body);
  if (match === null) return undefined;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((digits) => {
    // One to four digits; the highest value means full.
    return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
  });
  return { red, green, blue };
}

function isText(character: string): boolean {
  notText.lastIndex = 0;
  return !notText.test(character);
}

function isInterrupt(character: string): boolean {
  return character === "\u0003" || character === "\u001a";
}

/** Collects a bracketed paste. Its end marker may be split between chunks. */
function createPasteReader() {
  let kept = "";
  // Possibly the start of an end marker.
  let held = "";

  function keep(text: string): void {
    if (kept.length < maxPasteLength) kept += text.slice(0, maxPasteLength - kept.length);
  }

  return {
    /** Reads from `start`. Returns where the text after the end marker begins, or undefined if the paste continues. */
    take(text: string, start: number) {
      const all = held + text.slice(start);
      const found = all.indexOf(pasteEnd);
      if (found !== -1) {
        keep(all.slice(0, found));
        const after = start + found + pasteEnd.length - held.length;
        held = "";
        return after;
      }
      let size = Math.min(pasteEnd.length - 1, all.length);
      while (!pasteEnd.startsWith(all.slice(all.length - size))) size--;
      held = all.slice(all.length - size);
      keep(all.slice(0, all.length - size));
      return undefined;
    },
    /** The pasted text, with `\n` for every line break. Empties the reader. */
    finish() {
      keep(held);
      const text = kept.toWellFormed().replace(/\r\n?/g, "\n");
      kept = "";
      held = "";
      return text;
    },
  };
}
