import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The state directory of tests that do not care which hub has their questions. */
    sharedHome: string;
  }
}

/** One state directory per run. The first `yourcall ask` there starts its hub, which is stopped here. */
export default function setup({ provide }: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-shared-"));
  // Any port: the default one may be in use. Tests that kill a prompt leave its question behind.
  const most = 100_000;
  const config = { port: 0, maxPendingPerSession: most, maxPendingPerToken: most };
  writeFileSync(join(directory, "config.json"), JSON.stringify(config));
  provide("sharedHome", directory);
  return () => {
    try {
      process.kill(JSON.parse(readFileSync(join(directory, "hub.json"), "utf8")).pid, "SIGKILL");
    } catch {
      // No test needed it.
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}
