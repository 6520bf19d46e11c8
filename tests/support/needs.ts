import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";

/**
 * `test`, if what it needs is there. Otherwise it skips and says what is missing; under `CI=true` it runs and fails, so
 * that a missing part cannot pass for a passing test.
 */
export function testIf(isThere: boolean, missing: string) {
  if (isThere || process.env.CI === "true") return test;
  console.log(`skipped: ${missing}`);
  return test.skip;
}

/** `test`, if this program is installed. */
export function testWith(program: string, installer = "install-debian-packages.sh") {
  const folders = program.startsWith("/") ? [""] : (process.env.PATH ?? "").split(":");
  const found = folders.some((folder) => existsSync(join(folder, program)));
  return testIf(found, `no ${program} on this machine (scripts/${installer} installs it)`);
}
