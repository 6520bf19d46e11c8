import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readGrowingFile, sizeOf } from "./growing-file.ts";

function newFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-growing-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "file");
}

test("only what was added is read, and an incomplete line again from its start", () => {
  const file = newFile();
  const readNew = readGrowingFile(file, 0);
  expect(readNew()).toBe("");
  writeFileSync(file, "one\ntw");
  expect(readNew()).toBe("one\ntw");
  expect(readNew()).toBe("tw");
  appendFileSync(file, "o\nthree\n");
  expect(readNew()).toBe("two\nthree\n");
  expect(readNew()).toBe("");
});

test("what was there at the beginning is skipped, and a file that was written anew is read whole", () => {
  const file = newFile();
  writeFileSync(file, "before\nbefore\n");
  const readNew = readGrowingFile(file, sizeOf(file));
  expect(readNew()).toBe("");
  writeFileSync(file, "anew\n");
  expect(readNew()).toBe("anew\n");
});
