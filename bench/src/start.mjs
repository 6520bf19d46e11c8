// Plain JavaScript, because an old Node may be what starts it: installs the bench on first use, then hands over to index.ts.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

const bench = join(import.meta.dirname, "..");

try {
  const node = findNode();
  if (!process.argv.includes("--help") && !isInstalled()) install();
  run(node);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * The Node that runs the bench and everything it measures: the Node 24 that the install of the repository brings, else the one running now.
 *
 * @returns {string} the path of the executable
 */
function findNode() {
  const brought = join(bench, "../node_modules/.bin/node");
  if (existsSync(brought)) return brought;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath;
  throw new Error(
    `The bench needs Node 22.13 or newer and this is Node ${process.versions.node}. Run \`npm install\` in the repository root (on linux-x64 it brings Node 24), or install a newer Node.`,
  );
}

// npm writes its hidden lock last, so it is missing after a broken install and old after a change of the lock.
function isInstalled() {
  const hidden = join(bench, "node_modules/.package-lock.json");
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(join(bench, "package-lock.json")).mtimeMs;
}

function install() {
  console.error("bench: installing the peers (npm ci in bench/), this happens once…");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: bench,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) console.error("bench: the peers could not be installed, so yourcall is measured without them.");
}

/** @param {string} node */
function run(node) {
  const args = ["--experimental-strip-types", join(bench, "src/index.ts"), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
