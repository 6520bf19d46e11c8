import { constants, copyFileSync, existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findLostCommits, isLogCut } from "./find-lost-commits.ts";

/** If the log of this database is damaged, copies both before SQLite drops what it cannot read. Returns a message about it. */
export function keepDamaged(file: string): string | null {
  const lost = findLostCommits(file);
  const isCut = lost === 0 && isLogCut(file);
  if (lost === 0 && !isCut) return null;
  const copy = freeName(`${file}.damaged-${toFileTime(new Date())}`);
  // With matching names, so that the copies are a database and its log.
  for (const end of ["", "-wal"])
    if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`, constants.COPYFILE_EXCL);
  if (isCut)
    return (
      `The log of ${file} is damaged: its end is missing, and with it the asks or answers that were accepted last. ` +
      `What is left was copied to ${copy} as it was found.`
    );
  return (
    `The log of ${file} is damaged: ${lost === 1 ? "a commit" : `${lost} commits`} after the damage cannot be read, and with ` +
    `${lost === 1 ? "it" : "them"} accepted asks or answers. Both files were copied to ${copy} as they were found.`
  );
}

/** The copies of damaged files next to this database that nobody has moved away yet. */
export function damagedCopies(file: string): string[] {
  const start = `${basename(file)}.damaged-`;
  try {
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(start) && !/-(wal|shm)$/.test(name))
      .map((name) => join(dirname(file), name));
  } catch {
    return [];
  }
}

/** A time that is valid in a file name on every system: 2026-11-16T14-05-09. */
export function toFileTime(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(":", "-");
}

export function freeName(wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!existsSync(name) && !existsSync(`${name}-wal`)) return name;
  }
}
