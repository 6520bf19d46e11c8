import { usePaste, useStdin } from "ink";
import { useEffect, useEffectEvent } from "react";
import type { TerminalInput } from "../keys/parse-keys.ts";
import { createKeyParser } from "../keys/parse-keys.ts";

/**
 * What comes from the terminal, read by our own parser from the bytes Ink reads, so that keys and pastes mean here what they
 * mean in every other prompt. Raw mode and bracketed paste are shared with Ink's own hooks, which keep working.
 */
export function useTerminalInput(onInput: (received: TerminalInput) => void, escapeMs: number): void {
  const { stdin, setRawMode } = useStdin();
  const take = useEffectEvent(onInput);
  // Turns bracketed paste on, and keeps pasted text from an app's `useInput`.
  usePaste(() => {});
  useEffect(() => {
    const parser = createKeyParser({ escapeMs, onInput: (received) => take(received) });
    const onData = (chunk: Uint8Array | string) => parser.feed(chunk);
    // Raw mode first: Ink then reads the stream, and each chunk it reads is handed to us as well.
    setRawMode(true);
    stdin.on("data", onData);
    return () => {
      stdin.off("data", onData);
      parser.stop();
      setRawMode(false);
    };
  }, [stdin, setRawMode, escapeMs]);
}
