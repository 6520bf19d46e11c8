import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Takes what has to be done once the tests that use something are over. */
export type AtEnd = (act: () => void | Promise<void>) => void;

/** A directory that is removed after the test; its path has no symlinks. */
export function temporaryDirectory(name = "test", atEnd: AtEnd = onTestFinished): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `yourcall-${name}-`)));
  atEnd(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
