import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the Python client and its tests pass pyright in strict mode", async () => {
  const pyright = createRequire(import.meta.url).resolve("pyright/index.js");
  const args = [pyright, "-p", join(root, "clients/python")];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => {
    throw new Error(error.stdout);
  });
  expect(stdout).toContain("0 errors, 0 warnings");
});
