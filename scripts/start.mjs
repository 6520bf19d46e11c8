// `npm start`, also in a fresh clone: installs what the demo needs, builds what is stale, and runs the demo.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasAllPackages } from "./assert-ready.mjs";
import { downloadNode, linkNode, needsNode, runNpm } from "./bring-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

// What the demo needs is a third less than what the tests need. If those are installed, they stay.
const hasAll = hasAllPackages();
const lock = readFileSync(`${root}package-lock.json`, "utf8");
/** The lock of the last installation for the demo. */
const installed = `${root}node_modules/.yourcall-installed`;

/** Whether a package is missing or has another version. Optional ones may be for another platform. */
function isMissingSome() {
  if (!hasAll) return !existsSync(installed) || readFileSync(installed, "utf8") !== lock;
  const { packages } = JSON.parse(readFileSync(`${root}node_modules/.package-lock.json`, "utf8"));
  /** @type {[string, { version?: string, optional?: boolean }][]} */
  const needed = Object.entries(JSON.parse(lock).packages);
  return needed.some(
    ([path, { version, optional }]) =>
      path.includes("node_modules/") && !optional && packages[path]?.version !== version,
  );
}

async function installForDemo() {
  const command = runNpm("ci", "--workspace=cli", "--ignore-scripts");
  await Promise.all([command, needsNode ? downloadNode() : undefined]);
  if (needsNode) linkNode();
  writeFileSync(installed, lock);
}

if (isMissingSome()) {
  console.log("Installing what is missing. The first time takes about half a minute.");
  await (hasAll ? runNpm("ci") : installForDemo());
}

const brought = `${root}node_modules/.bin/node`;
const node = existsSync(brought) ? brought : process.execPath;
execFileSync(node, [`${root}scripts/build.mjs`, "--command", "--if-stale"], { cwd: root, stdio: "inherit" });
const demo = spawn(node, [`${root}cli/bin/yourcall.cjs`, "demo", ...process.argv.slice(2)], { stdio: "inherit" });
// Ctrl-C reaches the demo directly, and it decides how to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("SIGTERM", () => demo.kill("SIGTERM"));
demo.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
