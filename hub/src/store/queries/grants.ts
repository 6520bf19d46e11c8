import type { GrantRecord } from "../grant-store.ts";
import type { Query } from "./query.ts";

const insertGrant = "INSERT INTO yourcall.grants (id, made_at, data) VALUES ($1, $2, $3)";
const selectGrants = `SELECT data, uses, used_at AS "usedAt" FROM yourcall.grants ORDER BY made_at, id`;

export async function addGrant(query: Query, grant: Omit<GrantRecord, "uses" | "usedAt">): Promise<void> {
  await query(insertGrant, grant.id, grant.madeAt, JSON.stringify(grant));
}

export async function listGrants(query: Query): Promise<GrantRecord[]> {
  return (await query(selectGrants)).map(({ data, uses, usedAt }) => ({
    ...(JSON.parse(String(data)) as GrantRecord),
    uses: Number(uses),
    ...(usedAt === null ? {} : { usedAt: Number(usedAt) }),
  }));
}

export async function removeGrants(query: Query, ids: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  for (const id of ids)
    if ((await query("DELETE FROM yourcall.grants WHERE id = $1 RETURNING id", id)).length > 0) removed.push(id);
  return removed;
}
