import type { LoginCode, TokenRecord } from "../store.ts";
import type { Statements } from "./connection.ts";

const selectTokens = `SELECT id, hash, scope, name, ask, created_at AS createdAt, last_used_at AS lastUsedAt,
  made_from AS madeFrom, device, port, rights, person FROM tokens`;
const insertToken = `INSERT INTO tokens (id, hash, scope, name, ask, created_at, last_used_at, made_from, device, port,
    rights, person)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const updateUse = "UPDATE tokens SET last_used_at = ?1 WHERE id = ?2 AND coalesce(last_used_at, 0) < ?1";
// UNION, not UNION ALL, so that a cycle ends.
const deleteWithMade = `WITH RECURSIVE gone (id) AS (
    SELECT id FROM tokens WHERE id = ? UNION SELECT tokens.id FROM tokens JOIN gone ON tokens.made_from = gone.id)
  DELETE FROM tokens WHERE id IN (SELECT id FROM gone) RETURNING id`;

export function addToken(sql: Statements, token: TokenRecord): void {
  const { id, hash, scope, name, ask, createdAt, lastUsedAt, madeFrom, device, port, rights, person } = token;
  sql(insertToken).run(
    ...[id, hash, scope, name, ask, createdAt],
    ...[lastUsedAt ?? null, madeFrom ?? null, device ?? null, port ?? null, rights ?? null, person ?? null],
  );
}

export function usedToken(sql: Statements, id: string, at: number): void {
  sql(updateUse).run(at, id);
}

/** Removes a token and every one made from it, and returns their ids. */
export function removeToken(sql: Statements, id: string): string[] {
  const gone = sql(deleteWithMade).all(id);
  for (const row of gone) sql("DELETE FROM codes WHERE made_from = ?").run(String(row.id));
  return gone.map((row) => String(row.id));
}

export function addCode(sql: Statements, { hash, madeFrom, until }: LoginCode): void {
  sql("INSERT INTO codes (hash, made_from, until) VALUES (?, ?, ?)").run(hash, madeFrom, until);
}

export function takeCode(sql: Statements, hash: string): LoginCode | null {
  const row = sql("DELETE FROM codes WHERE hash = ? RETURNING hash, made_from AS madeFrom, until").get(hash);
  return row === undefined ? null : (row as unknown as LoginCode);
}

export function findToken(sql: Statements, hash: string): TokenRecord | null {
  const row = sql(`${selectTokens} WHERE hash = ?`).get(hash);
  return row === undefined ? null : toToken(row);
}

export function getToken(sql: Statements, id: string): TokenRecord | null {
  const row = sql(`${selectTokens} WHERE id = ?`).get(id);
  return row === undefined ? null : toToken(row);
}

export function listTokens(sql: Statements): TokenRecord[] {
  return sql(`${selectTokens} ORDER BY created_at, id`).all().map(toToken);
}

const optional = new Set(["lastUsedAt", "madeFrom", "device", "port", "rights", "person"]);

function toToken(row: Record<string, unknown>): TokenRecord {
  const known = Object.entries(row).filter(([name, value]) => value !== null || !optional.has(name));
  return Object.fromEntries(known) as unknown as TokenRecord;
}
