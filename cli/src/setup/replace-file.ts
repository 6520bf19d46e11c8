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

/** The readable copies that `replaceFile` made of a file, the latest first. */
export function readCopies(file: string): string[] {
  const copies: string[] = [];
  if (!existsSync(file)) return copies;
  for (const name of copyNames(realpathSync(file))) {
    if (!existsSync(name)) break;
    try {
      copies.unshift(readText(name) ?? "");
    } catch {}
  }
  return copies;
}

/**
 * Writes a file whole or not at all, through a link if it is one, and keeps a copy of the old one beside it. Returns the name
 * of that copy, or null if there was no file.
 */
export function replaceFile(file: string, text: string): string | null {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    // A dangling link is not replaced by a file.
    writeFileSync(file, text, { flag: "wx" });
    return null;
  }
  const real = realpathSync(file);
  const backup = freeName(real);
  copyFileSync(real, backup);
  const temporary = `${real}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    chmodSync(temporary, statSync(real).mode & 0o777);
    renameSync(temporary, real);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return backup;
}

function freeName(file: string): string {
  for (const name of copyNames(file)) if (!existsSync(name)) return name;
  return file;
}

function* copyNames(file: string): Generator<string, void> {
  yield `${file}.before-yourcall`;
  for (let count = 2; ; count++) yield `${file}.before-yourcall-${count}`;
}
