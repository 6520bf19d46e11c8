import { type ChainEntry, chainStart, toChainHash, toDigest, toRecordText } from "../record-chain.ts";
import { toRecord } from "../stored-ask.ts";
import { askColumns } from "./ask-columns.ts";
import type { Query } from "./query.ts";

const atOnce = 50;
const selectLast = "SELECT sequence, hash FROM yourcall.chain ORDER BY sequence DESC LIMIT 1";
const selectAfter = `SELECT sequence, ask, digest, hash, forgotten FROM yourcall.chain
  WHERE sequence > $1 ORDER BY sequence LIMIT $2`;
const selectUnsealed = `SELECT count(*) AS n FROM yourcall.endings
  LEFT JOIN yourcall.chain ON chain.sequence = endings.sequence WHERE chain.sequence IS NULL`;

/**
 * Adds every ended ask that is not in the chain, in the order of their ends. Several hubs may do this at the same time: they write
 * the same entries. `tables` are those of `askColumns`.
 */
export async function sealRecords(read: Query, write: Query, tables: string): Promise<void> {
  const selectNext = `SELECT endings.sequence AS ended, ${askColumns} FROM ${tables}
    WHERE endings.sequence > $1 ORDER BY endings.sequence LIMIT ${atOnce}`;
  for (;;) {
    const [last] = await read(selectLast);
    const rows = await read(selectNext, last === undefined ? 0 : Number(last.sequence));
    if (rows.length === 0) return;
    let before = last === undefined ? chainStart : String(last.hash);
    const values = rows.flatMap((row) => {
      const record = toRecord(row);
      const entry = { sequence: Number(row.ended), ask: record.id, digest: toDigest(toRecordText(record)) };
      before = toChainHash(before, entry);
      return [entry.sequence, entry.ask, entry.digest, before];
    });
    const places = rows.map((_, at) => `($${4 * at + 1}, $${4 * at + 2}, $${4 * at + 3}, $${4 * at + 4})`).join(", ");
    await write(
      `INSERT INTO yourcall.chain (sequence, ask, digest, hash) VALUES ${places} ON CONFLICT DO NOTHING`,
      ...values,
    );
  }
}

export async function chainAfter(query: Query, sequence: number, limit: number): Promise<ChainEntry[]> {
  return (await query(selectAfter, sequence, limit)).map((row) => ({
    ...{ sequence: Number(row.sequence), ask: String(row.ask), digest: String(row.digest), hash: String(row.hash) },
    isForgotten: Number(row.forgotten) === 1,
  }));
}

export async function countUnsealed(query: Query): Promise<number> {
  return Number((await query(selectUnsealed))[0]?.n);
}
