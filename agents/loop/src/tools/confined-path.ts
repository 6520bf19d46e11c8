import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A place inside the working directory, all symbolic links resolved. */
export interface ConfinedPath {
  /** The working directory itself, resolved. */
  root: string;
  /** Where it really is. */
  real: string;
  /** For people: relative to the working directory. */
  shown: string;
}

/** Refuses everything outside the working directory, however it is named. */
export async function toConfinedPath(cwd: string, path: string): Promise<ConfinedPath> {
  if (path.includes("\0")) throw new Error("A path cannot contain a NUL character.");
  const root = await realpath(cwd);
  // An absolute path may lead through a link to the working directory, so compare it with the directory as it was given.
  const absolute = resolve(root, isAbsolute(path) ? fromRoot(cwd, root, path) : path);
  const real = await resolveLinks(absolute);
  if (!isInside(root, real)) throw outside(path);
  return { root, real, shown: relative(root, real) || "." };
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

export function outside(path: string): Error {
  return new Error(`${path} is outside the working directory. Use a path inside it.`);
}

function fromRoot(cwd: string, root: string, path: string): string {
  const named = resolve(cwd);
  return isInside(named, resolve(path)) ? join(root, relative(named, resolve(path))) : path;
}

/** The real path of something that may not exist yet: its nearest existing directory is resolved. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // A dangling link exists itself; following it would create a file at its target.
  const entry = await lstat(path).catch(() => undefined);
  if (entry !== undefined) throw new Error(`${path} is a link that leads nowhere.`);
  const parent = dirname(path);
  return parent === path ? path : join(await resolveLinks(parent), basename(path));
}

const skipped = new Set([".git", "node_modules"]);

interface FoundEntry {
  /** Relative to the working directory. */
  path: string;
  kind: "file" | "directory" | "link" | "other";
}

/** The entries of a directory, sorted by name, with everything below it if wanted. Links are listed, never followed. */
export async function* walkConfined(cwd: string, path: string, deep: boolean): AsyncGenerator<FoundEntry> {
  yield* walk(await toConfinedPath(cwd, path), path, deep);
}

async function* walk(place: ConfinedPath, path: string, deep: boolean): AsyncGenerator<FoundEntry> {
  const entries = await readdir(place.real, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") throw new Error(`There is no directory ${path}.`);
    throw error;
  });
  if ((await realpath(place.real)) !== place.real) throw outside(path);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const real = join(place.real, entry.name);
    const shown = relative(place.root, real);
    const kind = kindOf(entry);
    yield { path: shown, kind };
    if (deep && kind === "directory" && !skipped.has(entry.name)) yield* walk({ ...place, real, shown }, shown, deep);
  }
}

function kindOf(entry: Dirent): FoundEntry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}
