import type { ReadStream, WriteStream } from "node:tty";

/** The two ends of one terminal. */
export interface Terminal {
  input: ReadStream;
  /** The input was opened for this terminal alone and is to be closed with it. */
  ownsInput?: boolean;
  output: WriteStream;
}

const bracketedPasteOn = "\x1b[?2004h";
const focusReportsOn = "\x1b[?1004h";
const allOff = "\x1b[?1004l\x1b[?2004l\x1b[?2026l\x1b[0m\x1b[?25h";

/**
 * Takes the terminal for single keys and gives it back. `leave` may be called any number of times, from anywhere, also while
 * the process ends.
 */
export function createTerminalModes(terminal: Terminal) {
  let entered = false;
  const leave = () => {
    if (!entered) return;
    entered = false;
    process.removeListener("exit", leave);
    try {
      terminal.output.write(allOff);
      if (terminal.input.isTTY) terminal.input.setRawMode(false);
    } catch {
      // The terminal has gone; there is nothing left to restore.
    }
  };
  return {
    /** Raw keys at once; what makes a terminal talk back comes with `report`, after the first frame. */
    enter() {
      if (entered) return;
      entered = true;
      process.on("exit", leave);
      terminal.input.setRawMode(true);
    },
    report() {
      if (entered) terminal.output.write(bracketedPasteOn + focusReportsOn);
    },
    leave,
  };
}
