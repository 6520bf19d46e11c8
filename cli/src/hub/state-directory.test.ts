import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { makeStateDirectory } from "./state-directory.ts";

function failureOf(directory: string): string {
  try {
    makeStateDirectory(directory);
  } catch (error) {
    expect(error).toMatchObject({ code: "store-unavailable" });
    return (error as Error).message;
  }
  throw new Error(`${directory} was made.`);
}

test("missing directories are created, private to this user", () => {
  const directory = join(temporaryDirectory(), "a", "b");
  makeStateDirectory(directory);
  makeStateDirectory(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  const link = join(temporaryDirectory(), "link");
  symlinkSync(directory, link);
  makeStateDirectory(link);
});

test("an unusable path is named, with what to do", () => {
  const place = temporaryDirectory();
  const file = join(place, "file");
  writeFileSync(file, "");
  const elsewhere = "Set YOURCALL_HOME to a directory you can write to.";
  expect(failureOf(file)).toBe(
    `The state directory ${file} is not a directory. Move it, or set YOURCALL_HOME to another directory.`,
  );
  for (const below of [join(file, "a"), join(file, "a", "b")])
    expect(failureOf(below)).toBe(
      `Cannot create the state directory ${below}: ${file} is not a directory. ${elsewhere}`,
    );
});

// For such a path Node's recursive mkdir never returns.
test.runIf(process.platform === "linux")("a path where nothing can be created is named too", () => {
  expect(failureOf("/proc/yourcall")).toBe(
    "Cannot create the state directory /proc/yourcall: nothing can be created in /proc. Set YOURCALL_HOME to a directory you can write to.",
  );
});
