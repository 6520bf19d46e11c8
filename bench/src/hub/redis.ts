import { execFileSync, spawnSync } from "node:child_process";
import { freePort } from "../../../tests/support/postgres-server.ts";
import { type Server, startServer } from "../command.ts";

/** Installs Debian's redis-server if it is missing; throws with the reason if that is not possible. */
function ensureRedis(): void {
  if (readRedisVersion() !== undefined) return;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0)
    throw new Error("not installable here: redis-server is missing, and installing it needs root and apt-get");
  console.error("bench: installing Debian's redis-server, this happens once…");
  // The bench starts its own server; in runlevel 1 the package starts none.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const update = spawnSync("apt-get", ["update"], { env, encoding: "utf8" });
  const args = ["install", "--yes", "--no-install-recommends", "redis-server"];
  const install = spawnSync("apt-get", args, { env, encoding: "utf8" });
  if (readRedisVersion() === undefined)
    throw new Error(`not installable here: apt-get: ${(install.stderr || update.stderr).trim().split("\n").at(-1)}`);
}

export function readRedisVersion(): string | undefined {
  try {
    return /v=(\S+)/.exec(execFileSync("redis-server", ["--version"], { encoding: "utf8" }))?.[1];
  } catch {
    return undefined;
  }
}

/** A Redis of the bench's own that syncs every write before it says so, as the others do. */
export async function startRedis(directory: string): Promise<Server & { port: number }> {
  ensureRedis();
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: directory, save: "", appendonly: "yes", appendfsync: "always" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { PATH: process.env.PATH ?? "" };
  return { port, ...(await startServer({ file: "redis-server", args, env }, "Ready to accept connections")) };
}
