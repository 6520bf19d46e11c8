import type { LoginCode, TokenRecord } from "../store.ts";
import type { Query, Row } from "./query.ts";

const selectTokens = `SELECT id, hash, scope, name, ask, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  made_from AS "madeFrom", device, port, rights, person FROM yourcall.tokens`;
const insertToken = `INSERT INTO yourcall.tokens (id, hash, scope, name, ask, created_at, last_used_at, made_from, device, port,
    rights, person)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const updateUse = "UPDATE yourcall.tokens SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, 0) < $1";
const insertCode = "INSERT INTO yourcall.codes (hash, made_from, until) VALUES ($1, $2, $3)";
const deleteCode = 'DELETE FROM yourcall.codes WHERE hash = $1 RETURNING hash, made_from AS "madeFrom", until';

/** A token and every one made from it. UNION, not UNION ALL, so that a cycle ends. */
export const tokenWithMade = `WITH RECURSIVE gone (id) AS (
    SELECT id FROM yourcall.tokens WHERE id = $1
    UNION SELECT tokens.id FROM yourcall.tokens JOIN gone ON tokens.made_from = gone.id)`;

export async function addToken(query: Query, token: TokenRecord): Promise<void> {
  const { id, hash, scope, name, ask, createdAt, lastUsedAt, madeFrom, device, port, rights, person } = token;
  await query(
    insertToken,
    ...[id, hash, scope, name, ask, createdAt],
    ...[lastUsedAt ?? null, madeFrom ?? null, device ?? null, port ?? null, rights ?? null, person ?? null],
  );
}

export async function usedToken(query: Query, id: string, at: number): Promise<void> {
  await query(updateUse, at, id);
}

export async function addCode(query: Query, { hash, madeFrom, until }: LoginCode): Promise<void> {
  await query(insertCode, hash, madeFrom, until);
}

export async function takeCode(query: Query, hash: string): Promise<LoginCode | null> {
  const [row] = await query(deleteCode, hash);
  return row === undefined ? null : (row as unknown as LoginCode);
}

export async function findToken(query: Query, hash: string): Promise<TokenRecord | null> {
  const [row] = await query(`${selectTokens} WHERE hash = $1`, hash);
  return row === undefined ? null : toToken(row);
}

export async function getToken(query: Query, id: string): Promise<TokenRecord | null> {
  const [row] = await query(`${selectTokens} WHERE id = $1`, id);
  return row === undefined ? null : toToken(row);
}

export async function listTokens(query: Query): Promise<TokenRecord[]> {
  return (await query(`${selectTokens} ORDER BY created_at, id`)).map(toToken);
}

const optional = new Set(["lastUsedAt", "madeFrom", "device", "port", "rights", "person"]);

function toToken(row: Row): TokenRecord {
  const known = Object.entries(row).filter(([name, value]) => value !== null || !optional.has(name));
  return Object.fromEntries(known) as unknown as TokenRecord;
}
