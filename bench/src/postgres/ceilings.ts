import { newAsk, outcomes } from "../../../hub/src/store/conformance/example-ask.ts";
import { openPostgresStore } from "../../../hub/src/store/postgres/open-store.ts";
import { median, renderTable, show } from "../figures.ts";
import type { BenchServer } from "./server.ts";

const commitMs = 4000;
const many = 1_000_000;
const repeats = 20;

/** The limits: how fast commits follow each other, and what a million open asks do to reads and writes. */
export async function measureCeilings(server: BenchServer): Promise<string> {
  return `${await measureCommits(server)}\n\n${await measureMany(server)}`;
}

/** Every hub writes one ask after the other. All commits wait for the same lock, so this is the highest possible rate. */
async function measureCommits(server: BenchServer): Promise<string> {
  const rows: string[][] = [];
  for (const hubs of [1, 2, 4, 10])
    for (const synced of [true, false]) {
      const url = `${server.url(`commits_${hubs}_${synced}`)}${synced ? "" : "?synchronous_commit=off"}`;
      const stores = [];
      for (let count = 0; count < hubs; count++) stores.push(await openPostgresStore(url));
      const times: number[] = [];
      const until = performance.now() + commitMs;
      await Promise.all(
        stores.map(async (store) => {
          for (let at = performance.now(); at < until; ) {
            await store.create(newAsk());
            const now = performance.now();
            times.push(now - at);
            at = now;
          }
        }),
      );
      for (const store of stores) await store.close();
      const perSecond = (times.length / commitMs) * 1000;
      rows.push([`${hubs}`, synced ? "yes" : "no", show(median(times), 2), perSecond.toFixed(0)]);
    }
  return renderTable(["hubs that write one ask after the other", "synced", "p50 ms", "commits per s"], rows);
}

async function measureMany(server: BenchServer): Promise<string> {
  const database = "many";
  const store = await openPostgresStore(server.url(database));
  const first = (await store.create(newAsk({ session: "0" })))?.record.id ?? "";
  server.sql(
    `INSERT INTO yourcall.asks SELECT n, 'ask_' || md5(n::text), token, '"' || n % 1000 || '"', NULL, NULL, agent, created_at + n,
       last_seen_at, ask, search || md5(n::text) FROM yourcall.asks, generate_series(2, ${many}) AS n;
     INSERT INTO yourcall.pending (position, token, session, created_at, expires_at, bytes)
       SELECT position, token, session, created_at, created_at + 1000000000000, octet_length(ask) FROM yourcall.asks WHERE position > 1;
     UPDATE yourcall.loads SET pending = ${many}; UPDATE yourcall.head SET sequence = ${many}; ANALYZE`,
    database,
  );
  const size = server.sql("SELECT pg_database_size(current_database())", database);
  const page = { status: "pending", order: "oldest", limit: 50 } as const;
  const acts: [string, (index: number) => Promise<unknown>][] = [
    ["the first page of the list", () => store.list(page)],
    ["a page of one session", () => store.list({ ...page, session: "7" })],
    ["the next deadline", () => store.nextDeadline()],
    ["a new ask", () => store.create(newAsk())],
    ["an answer", async (index) => store.end(await idAt(index), outcomes.answered())],
    ["a search with a match everywhere", () => store.list({ ...page, search: "which" })],
    ["a search without a match", () => store.list({ ...page, search: "zebra" })],
  ];
  const idAt = async (index: number) =>
    (await store.list({ ...page, session: `${100 + index}` })).records[0]?.id ?? first;
  const rows: string[][] = [];
  for (const [what, act] of acts) {
    const times: number[] = [];
    for (let index = 0; index < (what.endsWith("without a match") ? 3 : repeats); index++) {
      const at = performance.now();
      await act(index);
      times.push(performance.now() - at);
    }
    rows.push([what, show(median(times), 2), Math.max(...times).toFixed(2)]);
  }
  await store.close();
  const subject = `with ${many.toLocaleString("en")} open asks (${(Number(size) / 1e9).toFixed(2)} GB)`;
  return renderTable([subject, "p50 ms", "slowest ms"], rows);
}
