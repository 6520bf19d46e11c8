import { spawnSync } from "node:child_process";
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
export function testWith(program: string, versionFlag = "--version", installer = "install-debian-packages.sh") {
  const found = spawnSync(program, [versionFlag], { stdio: "ignore" }).status === 0;
  return testIf(found, `no ${program} on this machine (scripts/${installer} installs it)`);
}
