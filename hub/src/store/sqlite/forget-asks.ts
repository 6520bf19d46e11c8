import { setImmediate as nextTurn } from "node:timers/promises";
import { inTransaction, type Statements } from "./connection.ts";
import type { Transaction, Work } from "./group-commit.ts";
import { lastSequence } from "./read-events.ts";

// How many endings are examined, and how many asks or bytes deleted, before others get their turn.
const lookAtOnce = 1000;
const asksAtOnce = 100;
const bytesAtOnce = 1024 * 1024;
const pagesAtOnce = 128;

// The length in bytes is known without reading the text. A withdrawn ask has no outcome to deliver.
const selectDue = `SELECT endings.sequence, octet_length(asks.ask) AS bytes, endings.ended_at < iif(
    endings.status = 'cancelled' OR sightings.delivered_at IS NOT NULL, ?2, ?3) AS due
  FROM endings CROSS JOIN asks ON asks.position = endings.position
    LEFT JOIN sightings ON sightings.position = endings.position
  WHERE endings.sequence > ?1 ORDER BY endings.sequence LIMIT ${lookAtOnce}`;
const deleteEndings = "DELETE FROM endings WHERE sequence IN (SELECT value FROM json_each(?)) RETURNING position";
const theseAsks = "WHERE position IN (SELECT value FROM json_each(?))";

/** Deletes asks that ended before these times, in batches, and returns how many. */
export async function forgetAsks(
  sql: Statements,
  write: <Result>(work: Work<Result>) => Promise<Result>,
  deliveredBefore: number,
  undeliveredBefore: number,
): Promise<number> {
  let total = 0;
  for (let after = 0; ; await nextTurn()) {
    const rows = sql(selectDue).all(after, deliveredBefore, undeliveredBefore);
    for (const piece of toPieces(rows.filter(({ due }) => due === 1)))
      total += await write((transaction) => deleteAsks(transaction, piece));
    if (rows.length < lookAtOnce) return total;
    after = Number(rows.at(-1)?.sequence);
  }
}

function toPieces(rows: readonly Record<string, unknown>[]): number[][] {
  const pieces: number[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    bytes += Number(row.bytes);
    if (bytes > bytesAtOnce || (pieces.at(-1)?.length ?? 0) >= asksAtOnce) {
      pieces.push([]);
      bytes = Number(row.bytes);
    }
    pieces.at(-1)?.push(Number(row.sequence));
  }
  return pieces;
}

function deleteAsks({ sql, recent }: Transaction, sequences: readonly number[]): number {
  const last = lastSequence(sql);
  const rows = sql(deleteEndings).all(JSON.stringify(sequences));
  if (rows.length === 0) return 0;
  sql("UPDATE chain SET forgotten = 1 WHERE sequence IN (SELECT value FROM json_each(?))").run(
    JSON.stringify(sequences),
  );
  recent.clear();
  // The last sequence may be among the deleted ones, and must not be reused.
  sql("UPDATE meta SET value = ? WHERE name = 'sequence'").run(last);
  const positions = JSON.stringify(rows.map(({ position }) => position));
  for (const table of ["asks", "sightings"]) sql(`DELETE FROM ${table} ${theseAsks}`).run(positions);
  return rows.length;
}

/** Gives the space of deleted asks back to the disk, in small steps. */
export async function freeSpace(sql: Statements): Promise<void> {
  const free = () => Number(sql("PRAGMA freelist_count").get()?.freelist_count);
  for (let left = free(); left > 0; await nextTurn()) {
    inTransaction(sql, () => sql(`PRAGMA incremental_vacuum(${pagesAtOnce})`).all());
    const now = free();
    if (now >= left) return;
    left = now;
  }
}
