import { closeSync, openSync } from "node:fs";

/** Whether this command runs on somebody's terminal, wherever its input and output go. */
export function hasTerminal(): boolean {
  if (process.stdin.isTTY) return true;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
