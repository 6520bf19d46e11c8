import type { Query } from "./query.ts";

const setNote = `INSERT INTO yourcall.meta (name, value) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export async function remember(query: Query, name: string, value: string): Promise<void> {
  await query(setNote, `note:${name}`, value);
}

export async function recall(query: Query, name: string): Promise<string | null> {
  const [row] = await query("SELECT value FROM yourcall.meta WHERE name = $1", `note:${name}`);
  return row === undefined ? null : String(row.value);
}
