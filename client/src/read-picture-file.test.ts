import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { toPng } from "../../hub/src/testing/sample-picture.ts";
import { temporaryDirectory } from "../../hub/src/testing/temporary-directory.ts";
import { readPictureFile } from "./read-picture-file.ts";

const picture = toPng(8, 8);

test("a path may be written as a terminal writes a file that is dropped on it", async () => {
  const place = temporaryDirectory();
  const path = join(place, "Screenshot (1) it's.png");
  writeFileSync(path, picture);
  const escaped = path.replace(/[ ()']/g, "\\$&");
  const quoted = `'${path.replace("'", "'\\''")}'`;
  for (const written of [path, escaped, quoted, `"${path}"`, pathToFileURL(path).href])
    expect(await readPictureFile(written), written).toEqual({
      data: picture.toString("base64"),
      name: "Screenshot (1) it's.png",
    });
});

test("a file whose name has quotes or backslashes is the one that is meant", async () => {
  const place = temporaryDirectory();
  mkdirSync(join(place, "it\\'s"));
  const path = join(place, "it\\'s", "a.png");
  writeFileSync(path, picture);
  expect(await readPictureFile(path)).toMatchObject({ name: "a.png" });
});

test("what never ends is not read", async () => {
  const pipe = join(temporaryDirectory(), "pipe.png");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero"])
    await expect(readPictureFile(path)).rejects.toThrow(`${path}: It is not a file.`);
});
