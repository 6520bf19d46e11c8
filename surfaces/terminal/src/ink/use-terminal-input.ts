import { usePaste, useStdin } from "ink";
import { useEffect, useEffectEvent } from "react";
import type { TerminalInput } from "../keys/parse-keys.ts";
import { createKeyParser } from "../keys/parse-keys.ts";

/**
 * Terminal input, read by our own parser from the bytes that Ink reads, so that keys and pastes work as in every other prompt.
 * Shares raw mode and bracketed paste with Ink's own hooks, which keep working.
 */
export function useTerminalInput(onInput: (received: TerminalInput) => void, escapeMs: number): void {
  const { stdin, setRawMode } = useStdin();
  const take = useEffectEvent(onInput);
  // Turns on bracketed paste and keeps pasted text away from the app's `useInput`.
  usePaste(() => {});
  useEffect(() => {
    const parser = createKeyParser({ escapeMs, onInput: (received) => take(received) });
    const onData = (chunk: Uint8Array | string) => parser.feed(chunk);
    // Raw mode first: Ink then reads the stream, and we see every chunk it reads.
    setRawMode(true);
    stdin.on("data", onData);
    return () => {
      stdin.off("data", onData);
      parser.stop();
      setRawMode(false);
    };
  }, [stdin, setRawMode, escapeMs]);
}
