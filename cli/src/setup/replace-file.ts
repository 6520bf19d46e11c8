import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";

/** Why a settings file is left unchanged. */
export class SettingsFault extends Error {
  override readonly name = "SettingsFault";
}

/** The text of a file, or null if it does not exist. Throws if it is not UTF-8, since writing it again would change it. */
export function readText(file: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file completely or not at all, following a symbolic link. `mode` is for a new file. */
export function replaceFile(file: string, text: string, mode?: number): void {
  const isNew = !existsSync(file);
  if (isNew && lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw new SettingsFault("it is a link to a missing file");
  const real = isNew ? file : realpathSync(file);
  const beside = `${real}.${process.pid}.new`;
  try {
    writeFileSync(beside, text, { mode: isNew ? mode : 0o600, flush: true });
    if (!isNew) chmodSync(beside, statSync(real).mode & 0o777);
    renameSync(beside, real);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
