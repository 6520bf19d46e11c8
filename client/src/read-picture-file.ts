import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { YourcallError } from "@yourcall/core";
import { maxPictureBytes, pictureTooLarge, readPicture } from "@yourcall/core/internal";

/**
 * A picture in a file, as `addPicture` takes it. The path may be written as a terminal writes a file that is dropped on it: in quotes, or
 * with backslashes. Throws, with the path, if it is no picture or too large.
 */
export async function readPictureFile(path: string): Promise<{ data: string; name: string }> {
  try {
    const file = await findFile(path);
    const stats = await stat(file);
    // What is no file may never end.
    if (!stats.isFile() && !stats.isDirectory()) throw new YourcallError("invalid-answer", "It is not a file.");
    const { size } = stats;
    // Before a large file fills the memory.
    if (size > maxPictureBytes) throw new YourcallError("too-large", pictureTooLarge);
    const { bytes } = readPicture(await readFile(file));
    return { data: Buffer.from(bytes).toString("base64"), name: basename(file) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOENT"
        ? "There is no such file."
        : code === "EISDIR"
          ? "It is a directory."
          : (error as Error).message;
    throw new YourcallError("invalid-answer", `${path}: ${why}`, { cause: error });
  }
}

/** The file that the path names; if there is none, the one that it would name in a shell. */
async function findFile(path: string): Promise<string> {
  const file = toAbsolute(path);
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  return isThere ? file : toAbsolute(unquote(path));
}

function toAbsolute(path: string): string {
  if (/^file:\/\//.test(path)) return fileURLToPath(path);
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(path);
}

function unquote(path: string): string {
  return path.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, one = "", two = "", character = "") => one + two + character);
}
