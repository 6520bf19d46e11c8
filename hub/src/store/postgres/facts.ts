import { createHash } from "node:crypto";
import { askColumns, askTables } from "../queries/ask-columns.ts";
import type { Query, Row } from "../queries/query.ts";
import type { AskRecord, Load } from "../store.ts";
import { toRecord } from "../stored-ask.ts";
import { toArray } from "./connection.ts";

/** An ask, and the bytes it takes while pending. */
export interface Known {
  record: AskRecord;
  bytes: number;
}

/** What a batch of writes bases its decisions on. */
export interface Facts {
  /** By id. */
  asks: Map<string, Known>;
  /** The newest ask of each key, by the key's hash; undefined if not read: then keys are assumed to be free. */
  keys?: Map<string, Known>;
  /** The pending asks of tokens; undefined if not read: then they are assumed to be below every limit. */
  loads?: Map<string, Load>;
  /** How many pending asks a session has, by `toScope`. */
  sessions?: Map<string, number>;
  /** The grants that exist, of those needed; undefined if not read: then they are assumed to. */
  grants?: Set<string>;
}

/** What a write has to know. */
export interface Needs {
  ids?: readonly string[];
  grant?: string;
  /** Read only if a decision on remembered facts has failed. */
  create?: { id: string; token: string; session: string | null; hash: string | null };
}

const byIds = `SELECT ${askColumns} FROM ${askTables} WHERE asks.id = ANY ($1::text[])`;
const byKeys = `SELECT DISTINCT ON (asks.key_hash) asks.key_hash, ${askColumns} FROM ${askTables}
  WHERE asks.key_hash = ANY ($1::text[]) ORDER BY asks.key_hash, asks.position DESC`;
const loadsOf = "SELECT token, pending, bytes FROM yourcall.loads WHERE token = ANY ($1::text[])";
const sessionsOf = `SELECT session, token, count(*) AS n FROM yourcall.pending
  WHERE session = ANY ($1::text[]) GROUP BY session, token`;

const grantsOf = "SELECT id FROM yourcall.grants WHERE id = ANY ($1::text[])";

/** Reads asks by their ids. */
export async function readAsks(query: Query, ids: readonly string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await query(byIds, toArray(ids));
  return new Map(rows.map(toKnown).map((known) => [known.record.id, known]));
}

/** Reads everything that the writes need to know. */
export async function readFacts(query: Query, needs: readonly Needs[]): Promise<Required<Facts>> {
  const creations = needs.flatMap(({ create }) => create ?? []);
  const ids = new Set([...needs.flatMap(({ ids = [] }) => ids), ...creations.map(({ id }) => id)]);
  const hashes = new Set(creations.flatMap(({ hash }) => hash ?? []));
  const sessions = new Set(creations.map(({ session }) => JSON.stringify(session)));
  const read = async (text: string, values: Set<string>) =>
    values.size === 0 ? [] : query(text, toArray([...values]));
  // Read first: the commit checks that these have not changed since, and the counts of sessions change only along with them.
  const loadRows = await read(loadsOf, new Set(creations.map(({ token }) => token)));
  const [asks, grantRows, keyRows, sessionRows] = await Promise.all([
    readAsks(query, [...ids]),
    read(grantsOf, new Set(needs.flatMap(({ grant }) => grant ?? []))),
    read(byKeys, hashes),
    read(sessionsOf, sessions),
  ]);
  return {
    asks,
    grants: new Set(grantRows.map(({ id }) => String(id))),
    keys: new Map(keyRows.map((row) => [String(row.key_hash), toKnown(row)])),
    loads: new Map(
      loadRows.map((row) => [String(row.token), { pending: Number(row.pending), bytes: Number(row.bytes) }]),
    ),
    sessions: new Map(sessionRows.map((row) => [toScope(String(row.token), String(row.session)), Number(row.n)])),
  };
}

function toKnown(row: Row): Known {
  return { record: toRecord(row), bytes: Number(row.bytes ?? 0) };
}

export function toScope(token: string, session: string): string {
  return `${token} ${session}`;
}

/** A hash of a key with its token and session, which together are too long for an index. */
export function toKeyHash(token: string, session: string | null, key: string): string {
  return createHash("sha256")
    .update(JSON.stringify([token, session, key]))
    .digest("base64url");
}
