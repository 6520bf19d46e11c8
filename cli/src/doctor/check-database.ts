import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { cleanLine, messageOf, YourcallError } from "@yourcall/core";
import { damagedCopies, refuseEmpty, refuseForeign } from "@yourcall/hub/internal";
import { findStore, isDatabaseUrl } from "../hub/store-file.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

const check = "database";
const countWaiting = "SELECT count(*) AS n FROM pending";

/** Checks that the database can be opened and is intact, over a read-only connection, so that a hub may be running. */
export function checkDatabase(directory: string): Finding[] {
  let file: string;
  try {
    file = findStore(directory);
  } catch (error) {
    return [fail(check, messageOf(error), "No hub starts until then.")];
  }
  if (isDatabaseUrl(file)) return [ok(check, "PostgreSQL; the hub checks whether it can write there")];
  return [
    ...checkFile(directory, file),
    ...damagedCopies(file).map((copy) =>
      warn(
        check,
        `The log of ${file} was damaged, and accepted asks or answers may be missing; it was copied to ${copy} as it was found`,
        "Restore a backup if something is missing, then move the copy away.",
      ),
    ),
  ];
}

function checkFile(directory: string, file: string): Finding[] {
  try {
    refuseEmpty(directory, file);
  } catch (error) {
    return [fail(check, (error as Error).message, "No hub starts until then.")];
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return [ok(check, `${file}: none yet; the first hub creates it`)];
  const keep = "Stop the hub, copy the file and those beside it (-wal, -shm), then restore a backup or move it.";
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    database.exec("PRAGMA busy_timeout = 2000");
    const rows = database.prepare("PRAGMA quick_check(3)").all();
    const faults = rows.map((row) => String(row.quick_check)).filter((text) => text !== "ok");
    if (faults.length > 0) return [fail(check, `${file} is damaged: ${faults.join("; ")}`, keep)];
    const read = (name: string) => Number(database?.prepare(`PRAGMA ${name}`).get()?.[name]);
    refuseForeign(file, { application: read("application_id"), version: read("user_version") });
    const waiting = database.prepare(countWaiting).get()?.n;
    return [ok(check, `${file} is intact, ${Number(waiting)} waiting`), ...checkGivenUp(database)];
  } catch (error) {
    if (YourcallError.isInstance(error)) return [fail(check, error.message, "No hub starts until then.")];
    const { errcode, message } = error as { errcode?: number; message: string };
    // SQLITE_CORRUPT and SQLITE_NOTADB; anything else is about reaching the file.
    const damaged = errcode !== undefined && [11, 26].includes(errcode & 0xff);
    if (damaged) return [fail(check, `${file} is damaged: ${message}`, keep)];
    return [fail(check, `${file} cannot be opened: ${message}`, "Check that you can read it and its directory.")];
  } finally {
    database?.close();
  }
}

const givenUpDays = 7;
const selectGivenUp = `SELECT target, reason, count(*) OVER () AS n FROM notices
  WHERE state = 'failed' AND at >= ? ORDER BY at DESC LIMIT 1`;

/** Warns about notifications that were given up recently. */
function checkGivenUp(database: DatabaseSync): Finding[] {
  const since = Date.now() - givenUpDays * 24 * 3_600_000;
  const last = database.prepare(selectGivenUp).get(since);
  if (last === undefined) return [];
  const count = Number(last.n) === 1 ? "A notification was" : `${last.n} notifications were`;
  const why = `${cleanLine(String(last.target))}: ${cleanLine(String(last.reason ?? "no reason known"))}`;
  return [
    warn(
      "notices",
      `${count} given up in the last ${givenUpDays} days, the last to ${why}`,
      "`yourcall notify --test` tries every channel; `yourcall log --json` has what became of each notification.",
    ),
  ];
}
