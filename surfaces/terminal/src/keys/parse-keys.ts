import { StringDecoder } from "node:string_decoder";
import { createSequenceReader, type TerminalInput } from "./sequence-reader.ts";

export type { TerminalInput };

interface KeyParserOptions {
  /** How long to wait after an Esc byte for the rest of a sequence before it counts as the Esc key. */
  escapeMs: number;
  onInput: (input: TerminalInput) => void;
  /** Calls back once after `ms`. The function it returns cancels that. */
  setTimer?: (callback: () => void, ms: number) => () => void;
}

export interface KeyParser {
  feed(chunk: Uint8Array | string): void;
  /** Settles at once anything that waits for more input: a lone Esc, an unfinished sequence or paste, half a character. */
  flush(): void;
  /** Drops pending input, including the rest of the current chunk. Later chunks are ignored. */
  stop(): void;
}

const sequenceMs = 500;
const pasteMs = 1000;

/** Turns the bytes of a terminal in raw mode into keys, pastes and reports, however they are divided into chunks. */
export function createKeyParser(options: KeyParserOptions): KeyParser {
  const { escapeMs } = options;
  const setTimer = options.setTimer ?? setNodeTimer;
  const decoder = createChunkDecoder();
  const reader = createSequenceReader((input) => {
    if (!stopped) options.onInput(input);
  });
  const waitMs = { escape: escapeMs, sequence: Math.max(escapeMs, sequenceMs), paste: pasteMs };
  let cancelTimer: (() => void) | undefined;
  let stopped = false;

  function waitForMore(): void {
    const waiting = reader.waitingFor();
    if (waiting === "nothing" || stopped) return;
    cancelTimer = setTimer(() => {
      cancelTimer = undefined;
      reader.settle();
    }, waitMs[waiting]);
  }

  function stopWaiting(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  return {
    feed(chunk) {
      if (stopped) return;
      stopWaiting();
      reader.read(decoder.write(chunk));
      waitForMore();
    },
    flush() {
      if (stopped) return;
      stopWaiting();
      reader.read(decoder.end());
      reader.settle();
    },
    stop() {
      stopped = true;
      stopWaiting();
    },
  };
}

/** The Esc time-out from `YOURCALL_ESC_MS`; the default if it is not a number of milliseconds. */
export function parseEscapeMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 50;
}

/** Turns chunks into well-formed text. Holds back a character until all of it has arrived; `end` shows the rest as U+FFFD. */
function createChunkDecoder() {
  const decoder = new StringDecoder("utf8");
  let highSurrogate = "";

  function takeSurrogate(): string {
    const text = highSurrogate;
    highSurrogate = "";
    return text;
  }

  return {
    write(chunk: Uint8Array | string): string {
      if (typeof chunk !== "string") return takeSurrogate().toWellFormed() + decoder.write(chunk);
      const text = decoder.end() + takeSurrogate() + chunk;
      highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      return text.slice(0, text.length - highSurrogate.length).toWellFormed();
    },
    end(): string {
      return decoder.end() + takeSurrogate().toWellFormed();
    },
  };
}

function setNodeTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
