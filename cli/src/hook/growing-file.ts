import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** The size of a file; 0 if there is none yet. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Returns a function that reads what was added to a file since its last call, beginning at `from`. A line that was incomplete then
 * is repeated from its start. Each byte is a character (latin1). It never fails; a file that is missing adds nothing.
 */
export function readGrowingFile(path: string, from: number): () => string {
  let at = from;
  let rest = "";
  return () => {
    try {
      // Most calls find nothing new, and need not open the file.
      if (sizeOf(path) === at) return rest;
      const added = readFrom(path, at);
      if (added === null) return rest;
      // A file that was written anew is read from its start.
      const text = added.size < at ? (readFrom(path, 0)?.text ?? "") : rest + added.text;
      at = added.size;
      rest = text.slice(text.lastIndexOf("\n") + 1);
      return text;
    } catch {
      return rest;
    }
  };
}

function readFrom(path: string, from: number): { text: string; size: number } | null {
  // Opening a pipe would wait for its writer.
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const buffer = Buffer.alloc(Math.max(0, stats.size - from));
    const length = readSync(file, buffer, 0, buffer.length, from);
    return { text: buffer.toString("latin1", 0, length), size: stats.size < from ? stats.size : from + length };
  } finally {
    closeSync(file);
  }
}
