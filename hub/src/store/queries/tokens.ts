import type { LoginCode, Store, TokenRecord } from "../store.ts";
import { type Queries, type Row, withoutNulls } from "./query.ts";

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

type TokenStore = Pick<
  Store,
  "addToken" | "usedToken" | "addCode" | "takeCode" | "findToken" | "getToken" | "listTokens"
>;

export function tokenQueries({ read, write, writeOnce }: Queries): TokenStore {
  return {
    async addToken(token) {
      const { id, hash, scope, name, ask, createdAt, lastUsedAt, madeFrom, device, port, rights, person } = token;
      await writeOnce(
        insertToken,
        ...[id, hash, scope, name, ask, createdAt],
        ...[lastUsedAt ?? null, madeFrom ?? null, device ?? null, port ?? null, rights ?? null, person ?? null],
      );
    },
    async usedToken(id, at) {
      await write(updateUse, at, id);
    },
    async addCode({ hash, madeFrom, until }) {
      await writeOnce(insertCode, hash, madeFrom, until);
    },
    async takeCode(hash) {
      const [row] = await writeOnce(deleteCode, hash);
      return row === undefined ? null : (row as unknown as LoginCode);
    },
    async findToken(hash) {
      const [row] = await read(`${selectTokens} WHERE hash = $1`, hash);
      return row === undefined ? null : toToken(row);
    },
    async getToken(id) {
      const [row] = await read(`${selectTokens} WHERE id = $1`, id);
      return row === undefined ? null : toToken(row);
    },
    listTokens: async () => (await read(`${selectTokens} ORDER BY created_at, id`)).map(toToken),
  };
}

function toToken(row: Row): TokenRecord {
  return { ask: null, ...withoutNulls(row) } as unknown as TokenRecord;
}
