import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file, which only its owner can read, in one step, so that nobody reads half of it. With `flush` it is on disk afterwards. If
 * it cannot be written, nothing is left behind.
 */
export function writePrivate(file: string, text: string | Buffer, { flush = true } = {}): void {
  const temporary = `${file}.${process.pid}`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600, flush });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
