import type { Statements } from "./statements.ts";

// Steps from name to name in the index, so that it takes as long as there are agents and not as long as there are asks.
const nextName = "SELECT agent FROM endings INDEXED BY endings_agent WHERE agent > ? ORDER BY agent LIMIT 1";

/** The names of agents whose asks have ended, in the order of their letters. */
export function listAgents(sql: Statements, limit: number): string[] {
  const names: string[] = [];
  for (let name = ""; names.length < limit; ) {
    const row = sql(nextName).get(name);
    if (row === undefined) break;
    name = String(row.agent);
    names.push(name);
  }
  return names;
}
