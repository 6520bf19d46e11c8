import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deskFilePath, readDeskFile } from "./desk-file.ts";

test("a desk whose socket is in a directory that others can change is not called", () => {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-desk-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = { pid: 1, socket: join(directory, "desk.sock"), key: "k" };
  writeFileSync(deskFilePath(directory), JSON.stringify(file));
  expect(readDeskFile(directory)).toEqual(file);
  chmodSync(directory, 0o777);
  expect(readDeskFile(directory)).toBeNull();
});
