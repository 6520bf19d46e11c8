import { execFileSync } from "node:child_process";
import { freePort } from "../../../tests/support/free-port.ts";
import { type Server, startServer } from "../command.ts";
import { NotInstalled } from "../not-installed.ts";

export function readRedisVersion(): string | undefined {
  try {
    return /v=(\S+)/.exec(execFileSync("redis-server", ["--version"], { encoding: "utf8" }))?.[1];
  } catch {
    return undefined;
  }
}

/** A Redis of the bench's own that syncs every write before it says so, as the others do. */
export async function startRedis(directory: string): Promise<Server & { port: number }> {
  if (readRedisVersion() === undefined) throw new NotInstalled("redis-server (apt-get install redis-server)");
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: directory, save: "", appendonly: "yes", appendfsync: "always" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { PATH: process.env.PATH ?? "" };
  return { port, ...(await startServer({ file: "redis-server", args, env }, "Ready to accept connections")) };
}
