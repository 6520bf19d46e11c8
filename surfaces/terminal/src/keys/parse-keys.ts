import type { Key } from "@yourcall/core";
import { toClusters } from "../text/character-clusters.ts";
import { createChunkDecoder } from "./chunk-decoder.ts";
import { toControlKey, toTextKey } from "./control-key.ts";
import { decodeCsi, decodeSs3 } from "./decode-key.ts";
import { decodeBackground } from "./decode-osc.ts";
import { createPasteReader } from "./paste-reader.ts";
import type { TerminalInput } from "./terminal-input.ts";

export type { TerminalInput };

export interface KeyParserOptions {
  /** How long after an Esc byte the rest of a sequence may come; then it was the Esc key. */
  escapeMs: number;
  onInput: (input: TerminalInput) => void;
  /** Calls back after `ms`, once, unless the function it returns is called before. */
  setTimer?: (callback: () => void, ms: number) => () => void;
}

export interface KeyParser {
  feed(chunk: Uint8Array | string): void;
  /** Settles at once what would have waited for more: a lone Esc, a sequence or paste without end, half a character. */
  flush(): void;
  /** Drops what is pending, the rest of a chunk too; later chunks are ignored. */
  stop(): void;
}

/*
 * ground        text and control characters are keys. ESC → escape; C1 CSI, SS3, OSC, DCS… → as after ESC
 * escape        [ → csi; O → ss3; ] P X ^ _ → string; another ESC: the next sequence has Alt; anything else: that key with Alt
 * csi, ss3      up to the final byte: a key, a focus report, the start of a paste, or unknown
 * mouse         the three characters after CSI M
 * string        up to BEL, ST or ESC \: a colour report, or unknown
 * string-escape after ESC in a string: \ ends it, anything else breaks it off and belongs to a new escape
 * paste         up to CSI 201~
 *
 * A byte that cannot stand in a sequence breaks it off and goes with it, so that noise never presses Enter. Esc, Ctrl-C and
 * Ctrl-Z get through from everywhere but a paste.
 */
type Mode = "ground" | "escape" | "csi" | "ss3" | "mouse" | "string" | "string-escape" | "paste";

const sequenceMs = 500;
const pasteMs = 1000;
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ends a run of text
const notText = /[\x00-\x1f\x7f-\x9f\ufffd]/g;

/** Turns the bytes of a terminal in raw mode into keys, pastes and reports, however they are divided into chunks. */
export function createKeyParser(options: KeyParserOptions): KeyParser {
  const { escapeMs } = options;
  const setTimer = options.setTimer ?? setNodeTimer;
  const decoder = createChunkDecoder();
  const paste = createPasteReader();
  let mode: Mode = "ground";
  // In a sequence: the character after ESC, what followed it so far, and whether a second ESC stood before it.
  let introducer = "";
  let body = "";
  let doubled = false;
  let cancelTimer: (() => void) | undefined;
  let stopped = false;

  function emit(input: TerminalInput): void {
    if (!stopped) options.onInput(input);
  }

  function emitKey(key: Key): void {
    emit({ type: "key", key });
  }

  function emitUnknown(more = ""): void {
    emit({ type: "unknown", sequence: mode === "ground" ? more : `\u001b${introducer}${body}${more}` });
  }

  /** The first of two Esc bytes was a key of its own after all. */
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

  function breakOff(more = ""): void {
    emitFirstEscape();
    emitUnknown(more);
    begin("ground");
  }

  function append(character: string): void {
    if (body.length < maxSequenceLength) body += character;
  }

  function onGround(character: string): void {
    const key = character === "\u001b" ? undefined : toControlKey(character);
    if (key !== undefined) emitKey(key);
    else if (character === "\u001b") begin("escape");
    else {
      // A C1 control stands for ESC and the character 64 below it.
      const second = String.fromCharCode(character.charCodeAt(0) - 0x40);
      const next = character === "\ufffd" ? undefined : modes[second];
      if (next === undefined) emitUnknown(character);
      else begin(next, second);
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
      breakOff();
      onGround(character);
    } else if (character < " " || character > "~") breakOff(character);
    else if (mode === "mouse") {
      append(character);
      if (body.length > mouseLength) breakOff();
    } else if (!isFinal(character)) append(character);
    else if (mode === "csi" && body === "" && character === "M") {
      append(character);
      mode = "mouse";
    } else finishSequence(character);
  }

  function isFinal(character: string): boolean {
    if (mode === "ss3") return !/[\d;]/.test(character);
    if (body === "" && character === "[") return false;
    // rxvt ends Shift-Home with $, which elsewhere comes before the final byte.
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
    } else if (sequence === "[I" || sequence === "[O") {
      begin("ground");
      emit({ type: "focus", focused: final === "I" });
    } else breakOff(final);
  }

  function inString(character: string): void {
    if (character === "\u0007" || character === "\u009c") finishString();
    else if (character === "\u001b") mode = "string-escape";
    else if (isInterrupt(character)) {
      breakOff();
      onGround(character);
    } else if (character === cancel) breakOff(character);
    else append(character);
  }

  function finishString(): void {
    const color = introducer === "]" ? decodeBackground(body) : undefined;
    if (color === undefined) breakOff();
    else {
      begin("ground");
      emit({ type: "background", ...color });
    }
  }

  function inStringEscape(character: string): void {
    if (character === "\\") finishString();
    else {
      breakOff();
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

  /** Nothing more came in time. */
  function settle(): void {
    if (mode === "paste") finishPaste();
    else if (mode === "escape" || mode === "string-escape") {
      if (mode === "string-escape") breakOff();
      begin("ground");
      emitKey({ name: "escape" });
    } else if (mode !== "ground" && body === "") {
      // What looked like the start of a sequence was that character with Alt.
      const text = introducer;
      begin("ground");
      emitKey({ ...toTextKey(text), alt: true });
    } else if (mode !== "ground") breakOff();
  }

  function waitForMore(): void {
    if (mode === "ground" || stopped) return;
    const ms = mode === "escape" ? escapeMs : mode === "paste" ? pasteMs : Math.max(escapeMs, sequenceMs);
    cancelTimer = setTimer(() => {
      cancelTimer = undefined;
      settle();
    }, ms);
  }

  function stopWaiting(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  return {
    feed(chunk) {
      if (stopped) return;
      stopWaiting();
      read(decoder.write(chunk));
      waitForMore();
    },
    flush() {
      if (stopped) return;
      stopWaiting();
      read(decoder.end());
      settle();
    },
    stop() {
      stopped = true;
      stopWaiting();
    },
  };
}

/** The time-out that `YOURCALL_ESC_MS` sets; what is no number of milliseconds counts as not set. */
export function parseEscapeMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 50;
}

function isText(character: string): boolean {
  notText.lastIndex = 0;
  return !notText.test(character);
}

function isInterrupt(character: string): boolean {
  return character === "\u0003" || character === "\u001a";
}

function setNodeTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
