import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

const startLimitMs = 10_000;
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const server of running) server.kill("SIGKILL");
});

export interface RunningRedis {
  port: number;
  pid: number;
  end(): Promise<void>;
}

/** Has Debian's redis-server installed where it is missing and can be; throws with the reason where it cannot. */
export function ensureRedis(): void {
  if (readRedisVersion() !== undefined) return;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0)
    throw new Error("not installable here: redis-server is missing, and installing it needs root and apt-get");
  console.error("bench: installing Debian's redis-server, this happens once…");
  // The bench starts a server of its own; in runlevel 1 the package starts none.
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
export async function startRedis(directory: string): Promise<RunningRedis> {
  const port = await findPort();
  const settings = { port, bind: "127.0.0.1", dir: directory, save: "", appendonly: "yes", appendfsync: "always" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  running.add(server);
  const exited = new Promise<void>((resolve) => {
    server.once("close", () => {
      running.delete(server);
      resolve();
    });
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`redis-server does not start: ${output.slice(-500)}`));
    const timer = setTimeout(fail, startLimitMs);
    server.once("error", fail);
    server.once("close", fail);
    server.stdout.on("data", (data: Buffer) => {
      output += data.toString();
      if (!output.includes("Ready to accept connections")) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return {
    port,
    pid: server.pid ?? 0,
    async end() {
      server.kill("SIGTERM");
      const timer = setTimeout(() => server.kill("SIGKILL"), 5000);
      await exited;
      clearTimeout(timer);
    },
  };
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
