// Packs the built packages, as they are published, into a directory: node scripts/pack.mjs [DIRECTORY]
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { libraries } from "./libraries.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Removed from published packages: it leads to source files, which are not packed. Only this repository's own tools need it.
 */
const sourceCondition = "yourcall-source";

/** @param {Record<string, string | Record<string, string>>} entries */
function publishedExports(entries) {
  return Object.fromEntries(
    Object.entries(entries).map(([path, target]) => {
      if (typeof target === "string") return [path, target];
      const { [sourceCondition]: _, ...conditions } = target;
      return [path, conditions];
    }),
  );
}

/** @param {string} workspace @param {string} stage */
function stagePackage(workspace, stage) {
  const from = join(root, workspace);
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  if (manifest.exports !== undefined) manifest.exports = publishedExports(manifest.exports);
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (repository !== undefined) manifest.repository = { ...repository, directory: workspace };
  const folder = join(stage, workspace);
  mkdirSync(folder, { recursive: true });
  for (const file of manifest.files) cpSync(join(from, file), join(folder, file), { recursive: true });
  cpSync(join(from, "README.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/**
 * Makes the tarballs, each named by its package: `yourcall`, `@yourcall/core`, ….
 * @param {string} directory
 * @param {string[]} [workspaces]
 * @returns {Map<string, string>}
 */
export function pack(directory, workspaces = [...libraries, "cli"]) {
  mkdirSync(directory, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), "yourcall-pack-"));
  try {
    const folders = workspaces.map((workspace) => stagePackage(workspace, stage));
    const args = ["pack", "--json", "--pack-destination", resolve(directory), ...folders];
    const made = Object.values(
      JSON.parse(execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })),
    );
    return new Map(made.map(({ name, filename }) => [name, join(resolve(directory), filename)]));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith("pack.mjs")) {
  for (const [name, file] of pack(process.argv[2] ?? join(root, "packages"))) console.log(`${name}  ${file}`);
}
