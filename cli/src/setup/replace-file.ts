import { randomUUID } from "node:crypto";
import { chmodSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** Why a settings file is left unchanged. */
export class SettingsFault extends Error {
  override readonly name = "SettingsFault";
}

/** The text of a file, or null if it does not exist. Throws if it is not UTF-8, since writing it again would change it. */
export function readText(file: string): string | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (text.startsWith("\uFEFF"))
    throw new SettingsFault("it begins with a byte order mark; save it as UTF-8 without one");
  return text;
}

/**
 * The real path of a file that may not exist yet: where a write to it would go. Throws if a link on the way leads nowhere. With
 * `within`, for files that the owner of that directory controls, it also throws if a link leads out of the directory.
 */
export function findTarget(file: string, within?: string): string {
  const target = followLinks(file);
  if (within === undefined) return target;
  const root = realpathSync(within);
  if (!target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    throw new SettingsFault(`it leads to ${target}, outside ${root}`);
  return target;
}

function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new SettingsFault(`${path} is a link to something that does not exist`);
  return join(followLinks(dirname(path)), basename(path));
}

/**
 * Writes a file completely or not at all. A link in its place is replaced, never followed; `findTarget` follows links. `mode` is
 * for a new file.
 */
export function replaceFile(file: string, text: string, mode?: number): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // Nobody can know this name in advance and put a link there.
  const beside = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(beside, text, { flag: "wx", mode: found === undefined ? mode : 0o600, flush: true });
    if (found !== undefined) chmodSync(beside, found.mode & 0o777);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
