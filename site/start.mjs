// npm run docs: serves the documentation; npm run docs -- build: writes it to site/dist; npm run docs -- preview: serves that.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

const site = import.meta.dirname;
const [mode = "dev", ...more] = process.argv.slice(2);
if (!["dev", "build", "preview"].includes(mode)) {
  console.error("Usage: npm run docs -- [build|preview] [OPTIONS OF VITEPRESS]");
  process.exit(2);
}
if (!isInstalled()) {
  console.error("docs: installing the site generator (npm ci in site/, 100 MB), this happens once…");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: site, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
const program = join(site, "node_modules/vitepress/bin/vitepress.js");
const { status } = spawnSync(process.execPath, [program, mode, site, ...more], { stdio: "inherit" });
process.exit(status ?? 1);

// npm writes its hidden lock last, so it is missing after a broken install and old after a change of the lock.
function isInstalled() {
  const hidden = join(site, "node_modules/.package-lock.json");
  return existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(join(site, "package-lock.json")).mtimeMs;
}
