// `npm start`, also in a fresh clone: installs what is missing, builds what is stale, and runs the demo.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} file @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>} */
function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** Whether a package of the lock is missing or has another version. Optional ones may be for another platform. */
function isMissingSome() {
  const installed = readLock(`${root}node_modules/.package-lock.json`);
  return Object.entries(readLock(`${root}package-lock.json`)).some(
    ([path, { version, optional }]) =>
      path.includes("node_modules/") && !optional && installed[path]?.version !== version,
  );
}

/** @param {string[]} args */
function npm(...args) {
  execFileSync("npm", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}

if (isMissingSome()) {
  console.log("Installing what is missing. The first time takes about half a minute.");
  npm("ci");
} else npm("run", "--silent", "build", "--", "--if-stale");

const brought = `${root}node_modules/.bin/node`;
const demo = spawn(
  existsSync(brought) ? brought : process.execPath,
  [`${root}cli/bin/yourcall.cjs`, "demo", ...process.argv.slice(2)],
  { stdio: "inherit" },
);
// Ctrl-C reaches the demo directly, and it decides how to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("SIGTERM", () => demo.kill("SIGTERM"));
demo.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
