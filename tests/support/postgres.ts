import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inject } from "vitest";
import { findPostgres, makeCertificate, startPostgres } from "./postgres-server.ts";

/** Whether the tests with PostgreSQL run. Without it they skip and say so; under `CI=true` they run and fail. */
export function hasPostgres(): boolean {
  if (findPostgres() !== undefined || process.env.CI === "true") return true;
  console.log("skipped: no PostgreSQL on this machine (scripts/install-debian-packages.sh installs it)");
  return false;
}

/** The address of this run's PostgreSQL, which is started if it is not running yet. */
export async function usePostgres(): Promise<string> {
  const directory = inject("postgresDirectory");
  const file = join(directory, "url");
  const lock = join(directory, "starting");
  for (;;) {
    if (existsSync(file)) return readFileSync(file, "utf8");
    try {
      mkdirSync(lock);
    } catch {
      await pause(50);
      continue;
    }
    try {
      const { url } = await startPostgres(directory, "data", makeCertificate(directory));
      writeFileSync(`${file}.new`, url());
      renameSync(`${file}.new`, file);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
}

/** The certificate of this run's PostgreSQL, for localhost. Needs openssl. */
export async function useCertificate(): Promise<string> {
  await usePostgres();
  return join(inject("postgresDirectory"), "server.crt");
}
