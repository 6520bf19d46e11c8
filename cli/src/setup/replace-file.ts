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

/** The text of a file, or null where there is none. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes a file whole or not at all, through a link where it is one, and keeps what was there beside it. Returns the name of
 * that copy, or null where there was nothing.
 */
export function replaceFile(file: string, text: string): string | null {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) {
    writeFileSync(file, text, { flag: "wx" });
    return null;
  }
  const real = realpathSync(file);
  const backup = freeName(`${real}.before-yourcall`);
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

function freeName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count++) free = `${name}-${count}`;
  return free;
}
