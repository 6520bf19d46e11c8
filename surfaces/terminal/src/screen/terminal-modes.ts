import type { ReadStream, WriteStream } from "node:tty";

/** The two ends of one terminal. */
export interface Terminal {
  input: ReadStream;
  /** The input was opened for this terminal only and is closed with it. */
  ownsInput?: boolean;
  output: WriteStream;
}

const bracketedPasteOn = "\x1b[?2004h";
const focusReportsOn = "\x1b[?1004h";
const allOff = "\x1b[?1004l\x1b[?2004l\x1b[?2026l\x1b[0m\x1b[?25h";

/**
 * Switches the terminal to raw keys and restores it. `leave` may be called any number of times, from anywhere, even while the
 * process exits.
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
      // The terminal is gone; there is nothing to restore.
    }
  };
  return {
    /** Turns on raw keys only; modes that make the terminal reply come with `report`, after the first frame. */
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
