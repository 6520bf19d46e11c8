import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export { authMethod, database, features, layout, providers } from "../../core/src/testing/sample-questions.ts";

/** A file with this ask, removed after the test. */
export function askFile(...questions: unknown[]): string {
  return jsonFile({ questions });
}

export function jsonFile(value: unknown): string {
  const place = mkdtempSync(join(tmpdir(), "yourcall-ask-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const file = join(place, "ask.json");
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}
