import type { WriteStream } from "node:tty";
import type { Line } from "../text/styled-line.ts";
import type { Palette } from "./theme.ts";

/** How long a flash lasts: one change of style, too short to delay anybody. */
export const flashMs = 100;

/** Writes the lines that stay in the scrollback, in the success colour for a moment where `flash` is set. */
export async function showEnding(output: WriteStream, lines: Line[], palette: Palette, flash: boolean): Promise<void> {
  if (flash) {
    output.write(lines.map((line) => `${palette("success", line.map(({ text }) => text).join(""))}\r\n`).join(""));
    await new Promise((done) => setTimeout(done, flashMs));
    output.write(`\x1b[${lines.length}A`);
  }
  const styled = (line: Line) => line.map(({ style, text }) => palette(style, text)).join("");
  output.write(lines.map((line) => `${styled(line)}\x1b[K\r\n`).join(""));
}
