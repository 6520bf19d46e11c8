import { StringDecoder } from "node:string_decoder";
import { createSequenceReader, type TerminalInput } from "./sequence-reader.ts";

export type { TerminalInput };
export type KeyParser = ReturnType<typeof createKeyParser>;

const sequenceMs = 500;
const pasteMs = 1000;

/** Turns the bytes of a terminal in raw mode into keys, pastes and reports, however they are divided into chunks. */
export function createKeyParser(onInput: (input: TerminalInput) => void) {
  const escapeMs = parseEscapeMs(process.env.YOURCALL_ESC_MS);
  const decoder = new StringDecoder("utf8");
  const reader = createSequenceReader((input) => {
    if (!stopped) onInput(input);
  });
  const waitMs = { escape: escapeMs, sequence: Math.max(escapeMs, sequenceMs), paste: pasteMs };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  return {
    feed(chunk: Uint8Array | string) {
      if (stopped) return;
      clearTimeout(timer);
      reader.read(decoder.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
      const waiting = reader.waitingFor();
      if (waiting !== "nothing" && !stopped) timer = setTimeout(reader.settle, waitMs[waiting]);
    },
    /** Drops pending input, including the rest of the current chunk. Later chunks are ignored. */
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** How long to wait after an Esc byte for the rest of a sequence; without it, the byte is the Esc key. */
function parseEscapeMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 50;
}
