import { openSync } from "node:fs";
import { isatty, ReadStream } from "node:tty";
import type { Terminal } from "@yourcall/terminal";

/**
 * The terminal to ask on: painted on standard error, keys from standard input, or from the controlling terminal when standard
 * input is the pipe that carried the ask. Null where there is none.
 */
export function openTerminal(): Terminal | null {
  if (!process.stderr.isTTY) return null;
  if (process.stdin.isTTY) return { input: process.stdin, output: process.stderr };
  for (const open of [() => openSync("/dev/tty", "r"), () => 2]) {
    try {
      const fd = open();
      if (isatty(fd)) return { input: new ReadStream(fd), output: process.stderr, ownsInput: true };
    } catch {
      // No controlling terminal; standard error itself may still be readable.
    }
  }
  return null;
}
