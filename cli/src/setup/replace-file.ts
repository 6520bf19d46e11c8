import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** The text of a file, or null if it does not exist. Throws if it is not UTF-8, since writing it again would change it. */
export function readText(file: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The copy that `replaceFile` made of a file, if there is one and it can be read. */
export function readCopies(file: string): string[] {
  try {
    const copy = readText(copyName(file));
    return copy === null ? [] : [copy];
  } catch {
    return [];
  }
}

/** Removes that copy. */
export function dropCopy(file: string): void {
  rmSync(copyName(file), { force: true });
}

/**
 * Writes a file whole or not at all, through a link if it is one; with `keeps`, a copy of the old one stays beside it. Returns
 * the name of that copy, or null if there is none.
 */
export function replaceFile(file: string, text: string, keeps: boolean): string | null {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    // A dangling link is not replaced by a file.
    writeFileSync(file, text, { flag: "wx" });
    return null;
  }
  const real = realpathSync(file);
  const backup = copyName(file);
  if (keeps) copyFileSync(real, backup);
  const temporary = `${real}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    chmodSync(temporary, statSync(real).mode & 0o777);
    renameSync(temporary, real);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return existsSync(backup) ? backup : null;
}

// A file that is not there yet has none; a link that leads nowhere is refused later.
function copyName(file: string): string {
  return `${existsSync(file) ? realpathSync(file) : file}.before-yourcall`;
}
