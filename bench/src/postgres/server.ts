import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  givePostgres,
  runPostgres,
  startPostgres as start,
  stopPostgres,
} from "../../../tests/support/postgres-server.ts";
import { temporaryDirectory } from "../command.ts";
import { readCpuMs } from "../hub/child.ts";

export interface BenchServer {
  version: string;
  /** The address of a new database. */
  url(database: string): string;
  /** Runs a statement and returns its rows as text, columns divided by `|`. */
  sql(text: string, database?: string): string;
  /** Processor time that all its processes have used. */
  cpuMs(): number;
  end(): void;
}

/** A separate PostgreSQL server with Debian's defaults: every commit is synced. */
export async function startPostgres(): Promise<BenchServer> {
  const directory = temporaryDirectory();
  givePostgres(directory);
  const server = await start(directory);
  const psql = (text: string, database?: string) =>
    runPostgres("psql", ["-qAt", "-d", server.url(database), "-c", text]).trim();
  return {
    version: psql("SHOW server_version").split(" ")[0] ?? "",
    url(database) {
      psql(`CREATE DATABASE ${database}`);
      return server.url(database);
    },
    sql: psql,
    cpuMs() {
      const [pid = 0] = readFileSync(join(server.data, "postmaster.pid"), "utf8").split("\n").map(Number);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
      return readCpuMs(pid, { withEnded: true }) + children.reduce((sum, child) => sum + readCpuMs(child), 0);
    },
    end: () => stopPostgres(server.data),
  };
}
