import { newAsk as exampleAsk, noon, outcomes } from "../../../hub/src/store/conformance/example-ask.ts";
import { openPostgresStore } from "../../../hub/src/store/postgres/open-store.ts";
import { renderTable } from "../figures.ts";
import type { BenchServer } from "./server.ts";

interface Cost {
  inserted: number;
  updated: number;
  deleted: number;
  walBytes: number;
  fsyncs: number;
  /** Processor time of PostgreSQL. */
  cpuUs: number;
}

// Enough that the full pages written after a checkpoint hardly matter.
const counts = { alone: 500, together: 5000 };
const inFlight = 100;

/** What one ask costs the database: created, answered and taken by its agent, through the store of one hub. */
export async function measureCosts(server: BenchServer): Promise<string> {
  const alone = await costOf(server, "cost_alone", counts.alone, 1);
  const together = await costOf(server, "cost_together", counts.together, inFlight);
  const heard = await costOf(server, "cost_heard", counts.together, inFlight, 4);
  const size = await sizeOf(server, "cost_size", counts.together);
  const row = (what: string, key: keyof Cost, digits: number, by = 1) => [
    what,
    (alone[key] / by).toFixed(digits),
    (together[key] / by).toFixed(digits),
  ];
  return `${renderTable(
    ["one ask, created, answered and taken", "alone", `${inFlight} in flight`],
    [
      row("rows inserted", "inserted", 1),
      row("rows updated", "updated", 1),
      row("rows deleted", "deleted", 1),
      row("WAL, KiB", "walBytes", 1, 1024),
      row("fsyncs of the WAL", "fsyncs", 2),
      row("processor time of PostgreSQL, µs", "cpuUs", 0),
      ["the same for each further hub that hears of it, µs", "", ((heard.cpuUs - together.cpuUs) / 4).toFixed(0)],
    ],
  )}

${renderTable(
  ["on disk, with indexes", "bytes"],
  [
    ["an open ask", size.open.toFixed(0)],
    ["an ended ask", size.ended.toFixed(0)],
    ["of that, the ask as JSON", size.json.toFixed(0)],
  ],
)}`;
}

async function openStore(server: BenchServer, database: string) {
  const url = server.url(database);
  const store = await openPostgresStore(url);
  let sessions = 0;
  return {
    store,
    join: () => openPostgresStore(url),
    newAsk: () => exampleAsk({ session: `session ${++sessions % 100}` }),
    answer: (id: string) => store.end(id, outcomes.answered()),
    take: (id: string) => store.recordSightings([{ id, lastSeenAt: noon, takenAt: noon }]),
  };
}

async function costOf(
  server: BenchServer,
  database: string,
  count: number,
  lanes: number,
  otherHubs = 0,
): Promise<Cost> {
  const { store, newAsk, answer, take, join } = await openStore(server, database);
  const others = await Promise.all(Array.from({ length: otherHubs }, join));
  const begin = readCounters(server, database);
  let left = count;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (left-- > 0) {
        const ask = newAsk();
        await store.create(ask);
        await answer(ask.id);
        await take(ask.id);
      }
    }),
  );
  // PostgreSQL adds up a session's statistics when the session ends.
  for (const each of [store, ...others]) await each.close();
  const end = readCounters(server, database);
  return Object.fromEntries(
    Object.entries(end).map(([key, value]) => [key, (value - begin[key as keyof Cost]) / count]),
  ) as unknown as Cost;
}

function readCounters(server: BenchServer, database: string): Cost {
  const rows = server
    .sql(
      "SELECT coalesce(sum(n_tup_ins), 0), coalesce(sum(n_tup_upd), 0), coalesce(sum(n_tup_del), 0) FROM pg_stat_user_tables",
      database,
    )
    .split("|")
    .map(Number);
  const [walBytes = 0, fsyncs = Number.NaN] = server
    .sql("SELECT wal_bytes, wal_sync FROM pg_stat_wal", database)
    .split("|")
    .map(Number);
  const [inserted = 0, updated = 0, deleted = 0] = rows;
  return { inserted, updated, deleted, walBytes, fsyncs, cpuUs: server.cpuMs() * 1000 };
}

async function sizeOf(server: BenchServer, database: string, count: number) {
  const { store, newAsk, answer, take } = await openStore(server, database);
  const read = () =>
    Number(
      server.sql(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'yourcall'::regnamespace",
        database,
      ),
    );
  const empty = read();
  const asks = Array.from({ length: count }, newAsk);
  await Promise.all(asks.map((ask) => store.create(ask)));
  const open = (read() - empty) / count;
  await Promise.all(asks.map(({ id }) => answer(id)));
  await Promise.all(asks.map(({ id }) => take(id)));
  server.sql("VACUUM FULL yourcall.pending", database);
  const ended = (read() - empty) / count;
  const json = Number(server.sql("SELECT avg(octet_length(ask)) FROM yourcall.asks", database));
  await store.close();
  return { open, ended, json };
}
