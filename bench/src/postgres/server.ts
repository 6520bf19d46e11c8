import {
  givePostgres,
  runPostgres,
  startPostgres as start,
  stopPostgres,
} from "../../../tests/support/postgres-server.ts";
import { temporaryDirectory } from "../command.ts";

export interface BenchServer {
  version: string;
  /** The address of a new database. */
  url(database: string): string;
  end(): void;
}

/** A separate PostgreSQL server with Debian's defaults: every commit is synced. */
export async function startPostgres(): Promise<BenchServer> {
  const directory = temporaryDirectory();
  givePostgres(directory);
  const server = await start(directory);
  const psql = (text: string) => runPostgres("psql", ["-qAt", "-d", server.url(), "-c", text]).trim();
  return {
    version: psql("SHOW server_version").split(" ")[0] ?? "",
    url(database) {
      psql(`CREATE DATABASE ${database}`);
      return server.url(database);
    },
    end: () => stopPostgres(server.data),
  };
}
