// Sets the version of every package, and of their dependencies on each other: node scripts/release/set-version.mjs 0.2.0
import { globSync, readFileSync, writeFileSync } from "node:fs";

const [version = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error("Usage: node scripts/release/set-version.mjs VERSION");
  process.exit(2);
}
const { version: before, workspaces } = JSON.parse(readFileSync("package.json", "utf8"));
/** @param {string} file @param {RegExp} pattern what comes right before the version */
const replace = (file, pattern) => {
  const text = readFileSync(file, "utf8");
  const old = before.replaceAll(".", "\\.");
  writeFileSync(file, text.replaceAll(new RegExp(`(${pattern.source})${old}\\b`, "g"), `$1${version}`));
};
const manifests = globSync([
  "package.json",
  ...workspaces.map((/** @type {string} */ folder) => `${folder}/package.json`),
]);
for (const file of manifests) replace(file, /"(?:version|@yourcall\/[\w-]+)": "/);
replace("deploy/Containerfile", /ARG VERSION=/);
replace("docs/team.md", /yourcall-/);
replace("agents/acp/src/agent/open-connection.ts", /version: "/);
replace("surfaces/nvim/lua/yourcall/health.lua", /local version = "/);
