import { randomUUID } from "node:crypto";
import { constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ConfinedPath, isInside, outside, toConfinedPath } from "./confined-path.ts";

/** The largest file to read or write. */
export const largestFile = 2_000_000;

/** Reads a text file inside the working directory. */
export async function readConfined(cwd: string, path: string): Promise<string> {
  const place = await toConfinedPath(cwd, path);
  // Non-blocking, so that a pipe in place of a file cannot hang the run.
  const file = await open(place.real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error) => {
      throw inWords(error, path);
    },
  );
  try {
    const opened = await checkOpened(file, place, path);
    if (!opened.isFile()) throw new Error(`${path} is not a file.`);
    const { size } = opened;
    if (size > largestFile) throw new Error(`${path} has ${size} bytes; the limit is ${largestFile}.`);
    const bytes = await file.readFile();
    if (bytes.includes(0)) throw new Error(`${path} is not a text file.`);
    return bytes.toString("utf8");
  } finally {
    await file.close();
  }
}

/**
 * Writes a text file inside the working directory, whole or not at all. The content goes to a new file in the target's
 * directory and is then renamed. The directory is held open and checked first, so that one swapped
 * for a link in between gets nothing.
 */
export async function writeConfined(cwd: string, path: string, content: string): Promise<void> {
  const place = await toConfinedPath(cwd, path);
  const before = await lstat(place.real).catch(() => undefined);
  if (before !== undefined && !before.isFile()) throw new Error(`${path} is not a file.`);
  const real = dirname(place.real);
  await mkdir(real, { recursive: true });
  const directory = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (error) => {
      throw inWords(error, path);
    },
  );
  try {
    await checkOpened(directory, { ...place, real }, path);
    const held = existsSync(toHandlePath(directory)) ? toHandlePath(directory) : real;
    const mode = before === undefined ? 0o666 : before.mode & 0o7777;
    await replaceFile(join(held, basename(place.real)), content, mode, before !== undefined);
  } catch (error) {
    throw inWords(error, path);
  } finally {
    await directory.close();
  }
}

/** Writes a file whole or not at all, and syncs it. The mode of a new file depends on the umask unless `keepMode` is set. */
export async function replaceFile(target: string, content: string, mode: number, keepMode = false): Promise<void> {
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(temporary, flags, mode);
  try {
    try {
      if (keepMode) await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Checks that the opened file is inside the working directory. On Linux the kernel says where it is; elsewhere, the file that is
 * now at the path must be inside, reached without a link, and the same file.
 */
async function checkOpened(opened: FileHandle, { root, real }: ConfinedPath, path: string): Promise<Stats> {
  const stats = await opened.stat();
  const where = await readlink(toHandlePath(opened)).catch(() => undefined);
  if (where !== undefined) {
    if (!isInside(root, where)) throw outside(path);
    return stats;
  }
  const now = await realpath(real).catch(() => undefined);
  const there = await lstat(real).catch(() => undefined);
  if (now !== real || there?.dev !== stats.dev || there.ino !== stats.ino) throw outside(path);
  return stats;
}

/** A path that always means this handle, whatever is renamed. Only Linux has such paths. */
function toHandlePath(opened: FileHandle): string {
  return `/proc/self/fd/${opened.fd}`;
}

function inWords(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return new Error(`There is no file ${path}.`, { cause: error });
    case "ELOOP":
    case "ENOTDIR":
      return outside(path);
    case "EISDIR":
      return new Error(`${path} is a directory.`, { cause: error });
    case "EACCES":
    case "EPERM":
      return new Error(`There is no permission to use ${path}.`, { cause: error });
    case "ENXIO":
      return new Error(`${path} is not a file.`, { cause: error });
    default:
      return error;
  }
}
