import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An editor that runs this shell script, with the file's name as `$1`; the test can read files it writes to `$HERE`. */
export function scriptedEditor(script: string): { env: { EDITOR: string; HERE: string }; read(name: string): string } {
  const here = mkdtempSync(join(tmpdir(), "yourcall-editor-"));
  onTestFinished(() => rmSync(here, { recursive: true, force: true }));
  const file = join(here, "editor");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return { env: { EDITOR: file, HERE: here }, read: (name) => readFileSync(join(here, name), "utf8") };
}
