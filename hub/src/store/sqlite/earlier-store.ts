import { DatabaseSync } from "node:sqlite";
import { storeUnavailable } from "../../hub-errors.ts";
import { openDatabase } from "./open-database.ts";
import { earlierApplicationId, identifyStore } from "./store-identity.ts";

// The last version before the first release.
const lastVersion = 14;

const tables = ["meta", "asks", "pending", "endings", "sightings", "draft_events", "tokens", "codes", "notices"];

/** Whether this is a store from before the first release. */
export function isEarlierStore(file: string): boolean {
  const found = identifyStore(file);
  return found !== undefined && found !== "empty" && found.application === earlierApplicationId;
}

/** Copies a store from before the first release into a new file with the current schema. The store is not changed. */
export function copyEarlierStore(file: string, target: string): void {
  const earlier = new DatabaseSync(file, { readOnly: true });
  const { database } = openDatabase(target, { busyTimeoutMs: 5000 });
  try {
    const version = Number(earlier.prepare("PRAGMA user_version").get()?.user_version);
    if (version !== lastVersion)
      throw storeUnavailable(
        `${file} has the earlier schema version ${version}, and only version ${lastVersion} of those can be read. It was left as it is.`,
      );
    database.exec("BEGIN");
    for (const table of tables) {
      const known = new Set(columnsOf(database, table));
      const names = columnsOf(earlier, table).filter((name) => known.has(name));
      const insert = database.prepare(
        `INSERT OR REPLACE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      );
      for (const row of earlier.prepare(`SELECT ${names.join(", ")} FROM ${table}`).iterate())
        insert.run(...names.map((name) => row[name] ?? null));
    }
    // Some of the earlier versions recorded only the time of a delivery, and all of them a missing surface as null.
    database.exec(`UPDATE sightings SET delivery = 'taken' WHERE delivered_at IS NOT NULL AND delivery IS NULL;
      UPDATE pending SET draft = json_remove(draft, '$.surface') WHERE json_type(draft, '$.surface') = 'null';
      COMMIT`);
  } finally {
    database.close();
    earlier.close();
  }
}

/** The names of a table's columns. */
export function columnsOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  return rows.map(({ name }) => String(name));
}
