import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { libraries } from "../../scripts/libraries.mjs";
import { pack } from "../../scripts/pack.mjs";
import { checkPackage } from "../../scripts/release/check-package.mjs";
import { findReasonsToWait } from "../../scripts/release/find-reasons-to-wait.mjs";
import { root } from "../support/terminal.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

test("the dry run of a release finds no problem and prints how each package would be published", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/release.mjs", "--dry-run"], { cwd: root });
  expect(stdout).toContain("publint, types, sizes, licences and files: no problems.");
  const published = [...stdout.matchAll(/^ {2}npm publish (\S+) --access public --provenance$/gm)].map(
    ([, file]) => file,
  );
  const { version } = JSON.parse(read("package.json"));
  const names = [...libraries, "cli"].map((folder): string => JSON.parse(read(`${folder}/package.json`)).name);
  expect(published).toEqual(names.map((name) => `${name.replace("@", "").replace("/", "-")}-${version}.tgz`));
});

describe("a package that must not be published", () => {
  const place = mkdtempSync(join(tmpdir(), "yourcall-release-"));
  let packed = "";
  beforeAll(() => {
    packed = pack(place, ["agents/loop"]).get("@yourcall/loop") ?? "";
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  /** Problems found after `change` has changed the unpacked package. */
  async function problemsAfter(change: (folder: string) => void): Promise<string[]> {
    const stage = mkdtempSync(join(place, "changed-"));
    execFileSync("tar", ["-xzf", packed, "-C", stage]);
    change(join(stage, "package"));
    execFileSync("tar", ["-czf", "changed.tgz", "package"], { cwd: stage });
    return (await checkPackage(join(stage, "changed.tgz"))).problems;
  }

  function changeManifest(folder: string, change: object) {
    const file = join(folder, "package.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...change }));
  }

  test("has a file that does not belong in it", async () => {
    const problems = await problemsAfter((folder) => {
      writeFileSync(join(folder, "dist/create-agent.test.js"), "");
      writeFileSync(join(folder, ".env"), "");
      mkdirSync(join(folder, "src"));
      writeFileSync(join(folder, "src/index.ts"), "");
    });
    for (const file of ["dist/create-agent.test.js", ".env", "src/index.ts"])
      expect(problems).toContain(`${file} does not belong in it.`);
  });

  test("lacks its licence", async () => {
    expect(await problemsAfter((folder) => rmSync(join(folder, "LICENSE")))).toContain("It has no LICENSE.");
  });

  test("names a directory of the machine that built it", async () => {
    const problems = await problemsAfter((folder) => writeFileSync(join(folder, "dist/index.js"), `// ${root}/x\n`));
    expect(problems).toContainEqual(expect.stringMatching(/^dist\/index\.js contains \//));
  });

  test("lacks the types of an entry", async () => {
    const problems = await problemsAfter((folder) => rmSync(join(folder, "dist/index.d.ts")));
    expect(problems).toContainEqual(expect.stringMatching(/^publint: FILE_DOES_NOT_EXIST/));
    expect(problems).toContainEqual(expect.stringMatching(/^attw: /));
  });

  test("is too large", async () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, () => Math.floor(Math.random() * 256)));
    const problems = await problemsAfter((folder) => writeFileSync(join(folder, "dist/noise.js"), noise));
    expect(problems).toContainEqual(
      expect.stringMatching(/^It has \d+ KB; scripts\/release\/sizes\.json allows \d+\.$/),
    );
  });

  test("depends on something under an unknown licence", async () => {
    const problems = await problemsAfter((folder) => changeManifest(folder, { dependencies: { unlicensed: "1.0.0" } }));
    expect(problems).toContainEqual(expect.stringMatching(/^unlicensed has the licence unknown/));
  });
});

describe("a version is published", () => {
  const ready = {
    manifest: { version: "0.2.0", repository: { type: "git", url: "git+ssh://git@example.com/yourcall.git" } },
    changelog: "# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- More.\n\n## 0.1.0 (2026-11-17)\n",
    isClean: true,
    tags: ["v0.2.0"],
    env: { ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.com" },
  };

  test("from its tagged commit, with its changes listed, in a workflow that can prove it", () => {
    expect(findReasonsToWait(ready)).toEqual([]);
  });

  test.each([
    ["without a repository", { manifest: { version: "0.2.0" } }, /^package\.json has no `repository`/],
    ["without a date in the changelog", { changelog: "## 0.2.0\n" }, /^CHANGELOG\.md does not begin/],
    ["with changes that are not released yet", { changelog: `## Unreleased\n\n${ready.changelog}` }, /^CHANGELOG\.md/],
    ["with uncommitted changes", { isClean: false }, /uncommitted/],
    ["without its tag", { tags: [""] }, /v0\.2\.0/],
    ["from a laptop", { env: {} }, /id-token/],
  ])("never %s", (_, change, reason) => {
    expect(findReasonsToWait({ ...ready, ...change })).toEqual([expect.stringMatching(reason)]);
  });
});

test("the changelog begins with the version of every package", () => {
  const [, latest] = /^## (\d\S*)/m.exec(read("CHANGELOG.md")) ?? [];
  for (const folder of [".", ...libraries, "cli"])
    expect(JSON.parse(read(`${folder}/package.json`)).version, folder).toBe(latest);
  expect(read("agents/acp/src/agent/open-connection.ts")).toContain(`version: "${latest}"`);
});
