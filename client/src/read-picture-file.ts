import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { YourcallError } from "@yourcall/core";
import { maxPictureBytes, readPicture } from "@yourcall/core/internal";

/** A picture in a file, as `addPicture` takes it. Throws, with the path, if it is none or too large. */
export async function readPictureFile(path: string): Promise<{ data: string; name: string }> {
  const file = path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(path);
  try {
    const { size } = await stat(file);
    // Before a large file fills the memory.
    if (size > maxPictureBytes) throw new YourcallError("too-large", "The picture is larger than 10 MB.");
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
