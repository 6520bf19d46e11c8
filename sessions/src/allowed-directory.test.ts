import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toAllowedDirectory } from "./allowed-directory.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "yourcall-allowed-")));
afterAll(() => rmSync(root, { recursive: true }));
const shop = join(root, "shop");
mkdirSync(join(shop, "src"), { recursive: true });
mkdirSync(join(root, "site"));
writeFileSync(join(shop, "README.md"), "");
symlinkSync(root, join(shop, "out"));
symlinkSync(join(root, "none"), join(shop, "broken"));

test("a directory that is named, and any below it, is allowed", async () => {
  for (const path of [shop, `${shop}/`, `${shop}/src`, `${shop}/out/shop/src`])
    expect(await toAllowedDirectory(path, [shop])).toBe(realpathSync(path));
});

test("what is missing below it, or a file there, is said to be that", async () => {
  for (const path of ["srk", "srk/deep", "src/../srk"])
    await expect(toAllowedDirectory(join(shop, path), [shop])).rejects.toThrow("There is no directory");
  await expect(toAllowedDirectory(join(shop, "README.md"), [shop])).rejects.toThrow("is not a directory.");
});

test("nothing is said about what exists elsewhere, also through a link", async () => {
  for (const path of [
    root,
    join(root, "site"),
    join(root, "none"),
    `${shop}x`,
    ...["out", "out/site", "out/none", "broken", "broken/x"].map((each) => join(shop, each)),
  ])
    await expect(toAllowedDirectory(path, [shop]), path).rejects.toThrow(
      "is not a directory this desk was started for",
    );
});
