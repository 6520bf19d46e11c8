import type { Attachment } from "@yourcall/core";
import type { StoredPicture } from "../picture-store.ts";
import type { Query } from "./query.ts";

const insertPicture = `INSERT INTO yourcall.pictures (ask, hash, at, picture, data)
  SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM yourcall.asks a JOIN yourcall.pending p ON p.position = a.position WHERE a.id = $1)
    AND (SELECT count(*) FROM yourcall.pictures WHERE ask = $1 AND hash <> $2) < $6
  ON CONFLICT (ask, hash) DO UPDATE SET picture = excluded.picture RETURNING hash`;
const selectPictures = "SELECT ask, picture FROM yourcall.pictures WHERE ask = $1 ORDER BY at, hash";
const copyRows = `INSERT INTO yourcall.pictures (ask, hash, at, picture, data)
  SELECT a.id, p.hash, p.at, p.picture, p.data FROM yourcall.pictures p CROSS JOIN yourcall.asks a WHERE p.ask = $1 AND a.id = $2
  ON CONFLICT (ask, hash) DO NOTHING`;

export async function addPicture(
  query: Query,
  { ask, picture, data, at }: StoredPicture,
  most: number,
): Promise<boolean> {
  const { hash } = picture;
  return (await query(insertPicture, ask, hash, at, JSON.stringify(picture), data, most)).length > 0;
}

export async function picturesOf(query: Query, ask: string): Promise<Attachment[]> {
  return (await query(selectPictures, ask)).map((row) => ({
    ...(JSON.parse(String(row.picture)) as Attachment),
    ask: String(row.ask),
  }));
}

export async function pictureData(query: Query, ask: string, hash: string): Promise<string | null> {
  const [row] = await query("SELECT data FROM yourcall.pictures WHERE ask = $1 AND hash = $2", ask, hash);
  return row === undefined ? null : String(row.data);
}

export async function keepPictures(query: Query, ask: string, hashes: readonly string[]): Promise<void> {
  // One more than none, because a list in SQL cannot be empty.
  const kept = ["", ...hashes];
  const places = kept.map((_, index) => `$${index + 2}`).join(", ");
  await query(`DELETE FROM yourcall.pictures WHERE ask = $1 AND hash NOT IN (${places})`, ask, ...kept);
}

export async function copyPictures(query: Query, from: string, to: string): Promise<void> {
  await query(copyRows, from, to);
}
