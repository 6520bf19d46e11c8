import type { TokenRecord } from "../store.ts";
import type { Statements } from "./connection.ts";

const selectTokens = "SELECT id, hash, scope, name, ask, created_at AS createdAt FROM tokens";
const insertToken = "INSERT INTO tokens (id, hash, scope, name, ask, created_at) VALUES (?, ?, ?, ?, ?, ?)";

export function addToken(sql: Statements, { id, hash, scope, name, ask, createdAt }: TokenRecord): void {
  sql(insertToken).run(id, hash, scope, name, ask, createdAt);
}

export function removeToken(sql: Statements, id: string): boolean {
  return Number(sql("DELETE FROM tokens WHERE id = ?").run(id).changes) > 0;
}

export function findToken(sql: Statements, hash: string): TokenRecord | null {
  const row = sql(`${selectTokens} WHERE hash = ?`).get(hash);
  return row === undefined ? null : toToken(row);
}

export function listTokens(sql: Statements): TokenRecord[] {
  return sql(`${selectTokens} ORDER BY created_at, id`).all().map(toToken);
}

// The driver's rows have no prototype; callers get an ordinary object.
function toToken(row: Record<string, unknown>): TokenRecord {
  return { ...row } as unknown as TokenRecord;
}
