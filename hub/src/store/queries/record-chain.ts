import { type ChainStore, chainStart, toChainHash, toDigest, toRecordText } from "../record-chain.ts";
import { toRecord } from "../stored-ask.ts";
import { askColumns } from "./ask-columns.ts";
import type { Queries } from "./query.ts";

const atOnce = 50;
const selectLast = "SELECT sequence, hash FROM yourcall.chain ORDER BY sequence DESC LIMIT 1";
const selectAfter = `SELECT sequence, ask, digest, hash, forgotten FROM yourcall.chain
  WHERE sequence > $1 ORDER BY sequence LIMIT $2`;
const selectUnsealed = `SELECT count(*) AS n FROM yourcall.endings
  LEFT JOIN yourcall.chain ON chain.sequence = endings.sequence WHERE chain.sequence IS NULL`;

export function chainQueries({ readMuch, writeMuch, askTables }: Queries): ChainStore {
  const selectNext = `SELECT endings.sequence AS ended, ${askColumns} FROM ${askTables}
    WHERE endings.sequence > $1 ORDER BY endings.sequence LIMIT ${atOnce}`;
  return {
    /** Several hubs may do this at the same time: they write the same entries. */
    async sealRecords() {
      for (;;) {
        const [last] = await readMuch(selectLast);
        const rows = await readMuch(selectNext, last === undefined ? 0 : Number(last.sequence));
        if (rows.length === 0) return;
        let before = last === undefined ? chainStart : String(last.hash);
        const values = rows.flatMap((row) => {
          const record = toRecord(row);
          const entry = { sequence: Number(row.ended), ask: record.id, digest: toDigest(toRecordText(record)) };
          before = toChainHash(before, entry);
          return [entry.sequence, entry.ask, entry.digest, before];
        });
        const places = rows.map((_, at) => `($${4 * at + 1}, $${4 * at + 2}, $${4 * at + 3}, $${4 * at + 4})`);
        await writeMuch(
          `INSERT INTO yourcall.chain (sequence, ask, digest, hash) VALUES ${places.join(", ")} ON CONFLICT DO NOTHING`,
          ...values,
        );
      }
    },
    async chainAfter(sequence, limit) {
      return (await readMuch(selectAfter, sequence, limit)).map((row) => ({
        ...{ sequence: Number(row.sequence), ask: String(row.ask), digest: String(row.digest), hash: String(row.hash) },
        isForgotten: Number(row.forgotten) === 1,
      }));
    },
    countUnsealed: async () => Number((await readMuch(selectUnsealed))[0]?.n),
  };
}
