import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { storeUnavailable } from "../../hub-errors.ts";
import type { Query } from "../queries/query.ts";
import { backupStore, refuseOpen } from "../sqlite/backup.ts";
import { columnsOf, copyEarlierStore, isEarlierStore } from "../sqlite/earlier-store.ts";
import { openSqliteStore } from "../sqlite/open-store.ts";
import type { Store } from "../store.ts";
import { openConnections, toStorableText } from "./connection.ts";
import { toKeyHash } from "./facts.ts";
import { openPostgresStore } from "./open-store.ts";
import { parsePlace } from "./place.ts";

export interface Moved {
  pending: number;
  ended: number;
  tokens: number;
  /** An earlier call had moved it, completely, and neither store has been used since. */
  wasThere?: true;
}

type SqliteRow = Record<string, string | number | null>;

const rowsAtOnce = 200;
const rowsOf = (table: string) => (table === "pictures" ? 1 : rowsAtOnce);
// Asks come first: tokens and notices refer to them; buttons refer to devices.
const asks = ["asks", "pending", "endings", "sightings", "draft_events"] as const;
const tables = [...asks, "chain", "tokens", "notices", "devices", "buttons", "receipts", "pictures"] as const;

/**
 * Copies a SQLite store, which no hub may be writing, into an empty PostgreSQL store: all of it or nothing. Then every ask,
 * token and notice is read from both and compared. The file is not changed. A store that was moved before is only compared.
 *
 * @example
 * console.log(await moveStore("yourcall.db", "postgres://localhost/yourcall"));
 */
export async function moveStore(file: string, url: string): Promise<Moved> {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-move-"));
  try {
    // Opening a store may change its schema, so work on a copy.
    const copy = join(directory, "copy.db");
    refuseOpen(file);
    if (isEarlierStore(file)) copyEarlierStore(file, copy);
    else backupStore(file, copy);
    const from = await openSqliteStore(copy);
    const to = await openPostgresStore(url);
    try {
      if ((await to.lastSequence()) > 0 || (await to.listTokens()).length > 0) return await compareMoved(from, to);
      await copyRows(copy, url);
      return await compare(from, to).catch((error) => {
        throw error instanceof DifferentError ? storeUnavailable(error.message) : error;
      });
    } finally {
      await from.close();
      await to.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** For a store that is not empty. The id is copied in the same transaction as everything else, so it shows that all of it was. */
async function compareMoved(from: Store, to: Store): Promise<Moved> {
  const nothing = "Nothing was changed. Name another store with ?schema=NAME.";
  if (to.id !== from.id)
    throw storeUnavailable(`The PostgreSQL store is not empty and holds another store than the file. ${nothing}`);
  try {
    return { ...(await compare(from, to)), wasThere: true };
  } catch (error) {
    if (!(error instanceof DifferentError)) throw error;
    throw storeUnavailable(
      `The PostgreSQL store is not empty: this file was moved there before, completely, and one of the two has been used since (${error.what} is not the same). ${nothing}`,
    );
  }
}

async function copyRows(file: string, url: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const connections = openConnections(parsePlace(url));
  try {
    await connections.inTransaction(async (query) => {
      // Another call that was killed may still be committing.
      const [head] = await query("SELECT sequence FROM yourcall.head FOR UPDATE");
      if (Number(head?.sequence) > 0)
        throw storeUnavailable("Another move into this store has just finished. Run it again to compare them.");
      for (const table of tables) {
        const names = columnsOf(database, table);
        const rows: SqliteRow[] = [];
        for (const row of database.prepare(`SELECT ${names.join(", ")} FROM ${table}`).iterate()) {
          rows.push(toRow(table, row as SqliteRow));
          if (rows.length === rowsOf(table)) await insert(query, table, rows.splice(0));
        }
        await insert(query, table, rows);
      }
      await query("INSERT INTO yourcall.loads SELECT token, count(*), sum(bytes) FROM yourcall.pending GROUP BY token");
      const meta = (name: string) => database.prepare("SELECT value FROM meta WHERE name = ?").get(name)?.value;
      const last = Math.max(
        Number(meta("sequence") ?? 0),
        ...["asks", "endings", "draft_events"].map((table) => {
          const column = table === "asks" ? "position" : "sequence";
          return Number(database.prepare(`SELECT max(${column}) AS last FROM ${table}`).get()?.last ?? 0);
        }),
      );
      await query("UPDATE yourcall.head SET sequence = $1, events_from = $2", last, Number(meta("events_from") ?? 0));
      // The same store, but a new history, so that nobody resumes reading the old one's events here.
      for (const [name, value] of [
        ["id", String(meta("id"))],
        ["epoch", randomUUID()],
      ] as const)
        await query("UPDATE yourcall.meta SET value = $2 WHERE name = $1", name, value);
      for (const { name, value } of database.prepare("SELECT name, value FROM meta WHERE name LIKE 'note:%'").all())
        await query(
          "INSERT INTO yourcall.meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
          String(name),
          String(value),
        );
      await query(
        "SELECT setval(pg_get_serial_sequence('yourcall.notices', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM yourcall.notices))",
      );
    });
  } finally {
    database.close();
    await connections.close();
  }
}

function toRow(table: string, row: SqliteRow): SqliteRow {
  const text = (value: unknown) => (typeof value === "string" ? toStorableText(value) : null);
  switch (table) {
    case "asks": {
      const { token, session, key } = row;
      const hash =
        typeof key === "string" ? toKeyHash(String(token), JSON.parse(String(session)), JSON.parse(key)) : null;
      return { ...row, agent: JSON.stringify(row.agent), search: text(row.search), key_hash: hash };
    }
    case "endings":
      return { ...row, agent: JSON.stringify(row.agent), search: text(row.search) };
    case "sightings":
      return { ...row, delivery_note: text(row.delivery_note) };
    case "tokens":
      return { ...row, name: text(row.name), device: text(row.device), person: text(row.person) };
    case "notices":
    case "receipts":
      return { ...row, reason: text(row.reason) };
    case "devices":
      return { ...row, name: text(row.name), person: text(row.person), reason: text(row.reason) };
    default:
      return row;
  }
}

async function insert(query: Query, table: string, rows: readonly SqliteRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0] ?? {}).join(", ");
  const override = table === "notices" ? "OVERRIDING SYSTEM VALUE" : "";
  await query(
    `INSERT INTO yourcall.${table} (${names}) ${override}
      SELECT ${names} FROM json_populate_recordset(null::yourcall.${table}, $1::json) ON CONFLICT DO NOTHING`,
    JSON.stringify(rows),
  );
}

/** Throws unless both stores have the same content. */
async function compare(from: Store, to: Store): Promise<Moved> {
  let pending = 0;
  let ended = 0;
  let cursor: string | undefined;
  do {
    const given = { status: "all", order: "oldest", limit: 100, cursor } as const;
    const [was, is] = [await from.list(given), await to.list(given)];
    for (const [index, record] of was.records.entries()) {
      if (!isDeepStrictEqual(record, is.records[index])) throw new DifferentError(`The ask ${record.id}`);
      if (
        !isDeepStrictEqual(
          (await from.noticesOf(record.id)).map(withoutId),
          (await to.noticesOf(record.id)).map(withoutId),
        )
      )
        throw new DifferentError(`A notice of ${record.id}`);
      if (!isDeepStrictEqual(await from.receiptsOf(record.id), await to.receiptsOf(record.id)))
        throw new DifferentError(`A receipt of ${record.id}`);
      if (!isDeepStrictEqual(await readPictures(from, record.id), await readPictures(to, record.id)))
        throw new DifferentError(`A picture of ${record.id}`);
      if (record.status === "pending") pending += 1;
      else ended += 1;
    }
    if (was.records.length !== is.records.length) throw new DifferentError("The number of asks");
    cursor = was.cursor;
  } while (cursor !== undefined);
  const [tokens, moved] = [await from.listTokens(), await to.listTokens()];
  if (!isDeepStrictEqual(tokens, moved)) throw new DifferentError("A token");
  if (!isDeepStrictEqual(await from.listDevices(), await to.listDevices())) throw new DifferentError("A device");
  if ((await from.lastSequence()) !== (await to.lastSequence())) throw new DifferentError("The last sequence");
  return { pending, ended, tokens: tokens.length };
}

async function readPictures(store: Store, ask: string): Promise<unknown[]> {
  const pictures = await store.picturesOf(ask);
  return Promise.all(pictures.map(async (picture) => [picture, await store.pictureData(ask, picture.hash)]));
}

function withoutId({ id: _, ...notice }: { id: number }): object {
  return notice;
}

class DifferentError extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`${what} is not the same in both stores. Continue with the file, which is unchanged, and drop the schema.`);
    this.what = what;
  }
}
