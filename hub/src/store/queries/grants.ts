import type { GrantRecord, GrantStore } from "../grant-store.ts";
import type { Queries } from "./query.ts";

const insertGrant = "INSERT INTO yourcall.grants (id, made_at, data) VALUES ($1, $2, $3)";
const selectGrants = `SELECT data, uses, used_at AS "usedAt" FROM yourcall.grants ORDER BY made_at, id`;

export function grantQueries({ read, write, writeOnce }: Queries): GrantStore {
  return {
    async addGrant(grant) {
      await writeOnce(insertGrant, grant.id, grant.madeAt, JSON.stringify(grant));
    },
    async listGrants() {
      return (await read(selectGrants)).map(({ data, uses, usedAt }) => ({
        ...(JSON.parse(String(data)) as GrantRecord),
        uses: Number(uses),
        ...(usedAt === null ? {} : { usedAt: Number(usedAt) }),
      }));
    },
    async removeGrants(ids) {
      const removed: string[] = [];
      for (const id of ids)
        if ((await write("DELETE FROM yourcall.grants WHERE id = $1 RETURNING id", id)).length > 0) removed.push(id);
      return removed;
    },
  };
}
