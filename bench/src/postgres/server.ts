import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  givePostgres,
  runPostgres,
  startPostgres as start,
  stopPostgres,
} from "../../../tests/support/postgres-server.ts";

export interface BenchServer {
  version: string;
  /** The address of a new database. */
  url(database: string): string;
  /** What one ask with its answer costs, measured with one hub's store alone. */
  costPerRoundTrip(): Promise<string>;
  end(): void;
}

/** A PostgreSQL of the bench's own, as Debian installs it: every commit is synced. */
export async function startPostgres(): Promise<BenchServer> {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-pg-"));
  givePostgres(directory);
  const server = await start(directory);
  const psql = (text: string) => runPostgres("psql", ["-qAt", "-d", server.url(), "-c", text]).trim();
  return {
    version: psql("SHOW server_version").split(" ")[0] ?? "",
    url(database) {
      psql(`CREATE DATABASE ${database}`);
      return server.url(database);
    },
    async costPerRoundTrip() {
      const { openPostgresStore } = await import("../../../hub/src/store/postgres/open-store.ts");
      const { newAsk, outcomes } = await import("../../../hub/src/store/conformance/example-ask.ts");
      psql("CREATE DATABASE cost");
      const store = await openPostgresStore(server.url("cost"));
      const count = 200;
      const read = () =>
        psql("CHECKPOINT") + psql("SELECT wal_bytes || ' ' || wal_sync || ' ' || wal_records FROM pg_stat_wal").trim();
      const before = read().split(" ").map(Number);
      for (let index = 0; index < count; index++) {
        const ask = newAsk({ session: `s${index}` });
        await store.create(ask);
        await store.end(ask.id, outcomes.answered());
      }
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const after = read().split(" ").map(Number);
      await store.close();
      const [bytes = 0, syncs = 0, records = 0] = after.map((value, index) => (value - (before[index] ?? 0)) / count);
      const size = psql("SELECT pg_database_size('cost')");
      return `One ask and its answer, alone: ${(bytes / 1024).toFixed(1)} KiB of WAL in ${records.toFixed(0)} records, ${syncs.toFixed(1)} fsyncs (fewer if several share a commit). Database after ${count}: ${(Number(size) / 1024 / 1024).toFixed(1)} MiB, of which an empty one is 7.5.`;
    },
    end() {
      stopPostgres(server.data);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
