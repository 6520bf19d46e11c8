import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { type ConfinedPath, outside, toConfinedPath } from "./confined-path.ts";

const skipped = new Set([".git", "node_modules"]);

export interface FoundEntry {
  /** Relative to the working directory. */
  path: string;
  kind: "file" | "directory" | "link" | "other";
}

/** What is in a directory, in order of name, with everything below it where wanted. Links are named, never followed. */
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
