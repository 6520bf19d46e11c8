import { randomUUID } from "node:crypto";
import { storeUnavailable } from "../../hub-errors.ts";
import type { Connections } from "./connection.ts";
import { migrations } from "./migrations.ts";

interface StoreName {
  id: string;
  epoch: string;
}

// Any number would do: the lock also depends on a hash of the schema's name.
const lockClass = 2255;

/**
 * Brings the schema up to date, one hub at a time. A schema that a newer hub has changed can be used as it is, since steps only add.
 */
export async function migrate(
  { query, inTransaction }: Connections,
  schema: string,
  steps: readonly string[] = migrations,
): Promise<StoreName> {
  await refuseEarlier(query, schema);
  if ((await countSteps(query, schema)) < steps.length)
    await inTransaction(async (query, script) => {
      await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", lockClass, schema);
      // Only if it is missing: using an existing schema must not require the right to create one.
      const [known] = await query("SELECT 1 AS known FROM pg_namespace WHERE nspname = $1", schema);
      if (known === undefined) await query(`CREATE SCHEMA ${schema}`);
      await query(
        "CREATE TABLE IF NOT EXISTS yourcall.migrations (version int4 PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
      );
      const done = await countSteps(query, schema);
      for (const [index, step] of steps.entries()) {
        if (index < done) continue;
        await script(step);
        await query("INSERT INTO yourcall.migrations (version) VALUES ($1)", index + 1);
      }
      for (const name of ["id", "epoch"])
        await query(
          "INSERT INTO yourcall.meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
          name,
          randomUUID(),
        );
    });
  const rows = await query("SELECT name, value FROM yourcall.meta WHERE name IN ('id', 'epoch')");
  const noted = (name: string) => String(rows.find((row) => row.name === name)?.value);
  return { id: noted("id"), epoch: noted("epoch") };
}

// Where stores from before the first release noted their steps, which were others.
const earlierTables = ["steps", "versions"];

async function refuseEarlier(query: Connections["query"], schema: string): Promise<void> {
  for (const table of earlierTables) {
    if (!(await hasTable(query, `${schema}.${table}`))) continue;
    throw storeUnavailable(
      `The schema ${schema} was made by an earlier version of yourcall and was left as it is. Name another with ?schema=NAME; ` +
        "`yourcall move --from FILE` reads only files.",
    );
  }
}

async function countSteps(query: Connections["query"], schema: string): Promise<number> {
  if (!(await hasTable(query, `${schema}.migrations`))) return 0;
  const [row] = await query("SELECT coalesce(max(version), 0) AS n FROM yourcall.migrations");
  return Number(row?.n);
}

async function hasTable(query: Connections["query"], name: string): Promise<boolean> {
  const [row] = await query("SELECT to_regclass($1) IS NOT NULL AS known", name);
  return row?.known === true;
}
