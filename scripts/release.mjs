// Publishes every package in one version: npm run release -- --dry-run shows what would be published and changes nothing.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./pack.mjs";
import { checkPackage } from "./release/check-package.mjs";
import { findReasonsToWait } from "./release/find-reasons-to-wait.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
const isDryRun = args.includes("--dry-run");
if (args.some((arg) => arg !== "--dry-run")) {
  console.error("Usage: npm run release -- [--dry-run]");
  process.exit(2);
}

const directory = mkdtempSync(join(tmpdir(), "yourcall-release-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
const tarballs = [...pack(directory).values()];

let problems = 0;
for (const tarball of tarballs) {
  const { name, version, kilobytes, files, problems: found } = await checkPackage(tarball);
  console.log(`${name.padEnd(24)} ${version}  ${String(kilobytes).padStart(5)} KB  ${String(files).padStart(4)} files`);
  for (const problem of found) console.log(`  ✗ ${problem}`);
  problems += found.length;
}
if (problems > 0) {
  console.error(`\nNothing was published: ${problems === 1 ? "one problem" : `${problems} problems`} above.`);
  process.exit(1);
}
console.log("\npublint, types, sizes, licences and files: no problems.");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const git = (/** @type {string[]} */ ...given) => execFileSync("git", given, { cwd: root, encoding: "utf8" }).trim();
const reasons = findReasonsToWait({
  manifest,
  changelog,
  isClean: git("status", "--porcelain") === "",
  tags: git("tag", "--points-at", "HEAD").split("\n"),
  env: process.env,
});

const publish = (/** @type {string} */ tarball) => ["publish", tarball, "--access", "public", "--provenance"];
if (isDryRun) {
  console.log(`\nVersion ${manifest.version} would be published with these commands, in this order:`);
  for (const tarball of tarballs) console.log(`  npm ${publish(relative(directory, tarball)).join(" ")}`);
  if (reasons.length > 0) console.log("\nPublishing would refuse now:");
  for (const reason of reasons) console.log(`  - ${reason}`);
} else if (reasons.length > 0) {
  console.error(`\nNothing was published:\n${reasons.map((reason) => `  - ${reason}`).join("\n")}`);
  process.exit(1);
} else {
  for (const tarball of tarballs) {
    const { status } = spawnSync("npm", publish(tarball), { stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}
