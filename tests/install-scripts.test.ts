import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./support/hub.ts";
import { root } from "./support/terminal.ts";

/** Runs the script as root on a Debian that has none of the programs; returns what was said and which packages were installed, in order. */
function run(env: Record<string, string> = {}): string {
  const bin = temporaryDirectory("bin");
  const record = join(bin, "record");
  appendFileSync(record, "");
  for (const tool of ["ls", "mktemp", "rm", "tail"]) symlinkSync(`/bin/${tool}`, join(bin, tool));
  writeFileSync(join(bin, "id"), "#!/bin/sh\necho 0\n", { mode: 0o755 });
  writeFileSync(join(bin, "apt-get"), `#!/bin/sh\necho "apt-get $1" >>'${record}'\n`, { mode: 0o755 });
  const script = join(root, "scripts/install-debian-packages.sh");
  spawnSync("/bin/bash", ["-c", `/bin/bash '${script}' >>'${record}' 2>&1`], { env: { PATH: bin, ...env } });
  return readFileSync(record, "utf8");
}

test("npm test says which packages it installs before it installs them", () => {
  expect(run()).toMatch(
    /^Installing from Debian's packages, for the tests: .*\btmux\b.*\napt-get update\napt-get install\n$/,
  );
});

test("npm test installs nothing if it is told not to, and says what is missing", () => {
  const said = run({ YOURCALL_NO_INSTALL: "1" });
  expect(said).toMatch(/^Not installed, since YOURCALL_NO_INSTALL is set: .*\btmux\b/);
  expect(said).not.toContain("apt-get");
});
