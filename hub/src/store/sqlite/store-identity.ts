import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { storeUnavailable } from "../../hub-errors.ts";
import { migrations } from "./migrations.ts";

// "YCL2", kept in the file's header so that another program's database is never taken for ours.
export const applicationId = 0x59434c32;
// "YCL1": stores of versions that were never released, whose schema came in other steps.
const unreleasedApplicationId = 0x59434c31;
// "YCAL", with versions of their own: stores from before the first release.
export const earlierApplicationId = 0x5943414c;

interface StoreIdentity {
  application: number;
  version: number;
}

/** Throws `store-unavailable` unless this version can open a database with this identity. */
export function refuseForeign(file: string, { application, version }: StoreIdentity): void {
  if (application === earlierApplicationId)
    throw storeUnavailable(
      `${file} was made by an earlier version of yourcall. Read it once with \`yourcall move --from ${file}\`; until then it is left as it is.`,
    );
  if (application === unreleasedApplicationId)
    throw storeUnavailable(
      `${file} was made by a version of yourcall that was never released, and cannot be read. It was left as it is; name another file.`,
    );
  if (application !== applicationId)
    throw storeUnavailable(`${file} is a database of another program. It was left as it is; name another file.`);
  if (version > migrations.length)
    throw storeUnavailable(
      `${file} has schema version ${version}, and this yourcall knows versions up to ${migrations.length}. ` +
        "A newer yourcall is needed to open it; it was left as it is.",
    );
}

/**
 * Which program's database a file is, and which version, without changing it or the files next to it. Undefined if it cannot be
 * read: opening it will show why.
 */
export function identifyStore(file: string): StoreIdentity | "empty" | undefined {
  // A log that a killed process left behind is part of the database, and only SQLite can read it.
  return hasLog(file) ? fromConnection(file) : fromHeader(file);
}

function fromConnection(file: string): StoreIdentity | "empty" {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const read = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    if (read("SELECT count(*) FROM sqlite_schema") === 0) return "empty";
    return { application: read("PRAGMA application_id"), version: read("PRAGMA user_version") };
  } finally {
    database.close();
  }
}

// The offsets are part of SQLite's file format. A file of one page has no tables yet.
function fromHeader(file: string): StoreIdentity | "empty" | undefined {
  const header = Buffer.alloc(100);
  try {
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, header);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return undefined;
  if (header.readUInt32BE(28) <= 1) return "empty";
  return { application: header.readUInt32BE(68), version: header.readUInt32BE(60) };
}

function hasLog(file: string): boolean {
  try {
    return statSync(`${file}-wal`).size > 0;
  } catch {
    return false;
  }
}
