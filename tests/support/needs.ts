import { spawnSync } from "node:child_process";
import { test } from "vitest";

/**
 * `test`, if this program is installed. Without it the test skips and says so; under `CI=true` it runs and fails, so
 * that a missing part cannot pass for a passing test.
 */
export function testWith(program: string, versionFlag = "--version", installer = "install-debian-packages.sh") {
  const found = spawnSync(program, [versionFlag], { stdio: "ignore" }).status === 0;
  if (found || process.env.CI === "true") return test;
  console.log(`skipped: no ${program} on this machine (scripts/${installer} installs it)`);
  return test.skip;
}
