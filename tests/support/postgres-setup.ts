import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { givePostgres, stopPostgres } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the PostgreSQL of this run is, once a test has needed it. */
    postgresDirectory: string;
  }
}

/** A place for one PostgreSQL per run. The first test that needs it starts it; it is stopped here. */
export default function setup({ provide }: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-pg-"));
  givePostgres(directory);
  provide("postgresDirectory", directory);
  return () => {
    stopPostgres(join(directory, "data"));
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}
