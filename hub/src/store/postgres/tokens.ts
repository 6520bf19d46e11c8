import type { Query } from "../queries/query.ts";
import { tokenWithMade } from "../queries/tokens.ts";

const deleteWithMade = `${tokenWithMade},
  codes AS (DELETE FROM yourcall.codes WHERE made_from IN (SELECT id FROM gone))
  DELETE FROM yourcall.tokens WHERE id IN (SELECT id FROM gone) RETURNING id`;

/** Removes a token and every one made from it, with their login codes, and returns their ids. */
export async function removeToken(query: Query, id: string): Promise<string[]> {
  return (await query(deleteWithMade, id)).map((row) => String(row.id));
}
