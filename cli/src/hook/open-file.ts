import { close, constants, fstat, open, read } from "node:fs";
import { promisify } from "node:util";

// `fs.promises` brings a dozen of Node's modules with it, which is noticeable before every answer.
const [openAt, statOf, readAt] = [promisify(open), promisify(fstat), promisify(read)];
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** A file that is open for reading. */
export interface OpenFile {
  size: number;
  /** A mark of what the file holds now. */
  version: string;
  read(from: number, most: number): Promise<string>;
  /** Nobody has to wait for this. */
  close(): void;
}

/** Null if it is not a regular file. `flags`: more of open's. */
export async function openFile(path: string, flags = 0): Promise<OpenFile | null> {
  // Opening a pipe would wait for its writer.
  const file = await openAt(path, O_RDONLY | O_NONBLOCK | flags);
  const stats = await statOf(file);
  const { ino, size, mtimeMs } = stats;
  if (!stats.isFile()) {
    close(file);
    return null;
  }
  return {
    size,
    version: `${ino} ${size} ${mtimeMs}`,
    async read(from, most) {
      const length = Math.min(size - from, most);
      const { buffer, bytesRead } = await readAt(file, Buffer.alloc(length), 0, length, from);
      return buffer.toString("utf8", 0, bytesRead);
    },
    close: () => close(file),
  };
}
