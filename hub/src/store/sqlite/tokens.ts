import { tokenWithMade } from "../queries/tokens.ts";
import type { Statements } from "./connection.ts";

const deleteWithMade = `${tokenWithMade} DELETE FROM yourcall.tokens WHERE id IN (SELECT id FROM gone) RETURNING id`;

/** Removes a token and every one made from it, with their login codes, and returns their ids. */
export function removeToken(sql: Statements, id: string): string[] {
  const gone = sql(deleteWithMade).all(id);
  for (const row of gone) sql("DELETE FROM codes WHERE made_from = ?").run(String(row.id));
  return gone.map((row) => String(row.id));
}
