import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";

export interface PgBouncer {
  port: number;
  /** Connects to another server from now on, without closing a client's connection. */
  pointTo(port: number): void;
}

/** A pooler with few connections to the server at this port, each lent for one transaction. It is ended after the test. */
export async function startPgBouncer(port: number, own?: number): Promise<PgBouncer> {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-pgbouncer-"));
  chmodSync(directory, 0o755);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const listenPort = own ?? (await freePort());
  const file = join(directory, "pgbouncer.ini");
  const configure = (to: number) =>
    writeFileSync(
      file,
      `[databases]\n* = host=127.0.0.1 port=${to} user=yourcall\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listenPort}\n` +
        "unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 3\nserver_login_retry = 1\n",
    );
  configure(port);
  const asPostgres = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const program = spawnSync("sh", ["-c", "command -v pgbouncer"], { encoding: "utf8" }).stdout.trim();
  const child = spawn(program, [...asPostgres, file], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
      if (said.includes("process up")) resolve();
    });
    child.once("close", () => reject(new Error(`PgBouncer ended:\n${said}`)));
  });
  return {
    port: listenPort,
    pointTo(to) {
      configure(to);
      child.kill("SIGHUP");
    },
  };
}
