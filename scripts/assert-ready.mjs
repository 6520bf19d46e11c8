// Says what is needed to build and test, instead of failing later with a confusing error.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether this Node can run the command and the scripts. */
export function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Whether more is installed than `npm start` needs for the demo. */
export function hasAllPackages() {
  return existsSync(new URL("../node_modules/@biomejs", import.meta.url));
}

/** @param {string} message */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!hasAllPackages()) refuse("Not all packages are installed yet. Run `npm ci` in the root of the repository.");
  if (!isNewEnough())
    refuse(
      `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}.\n` +
        "On 64-bit Linux `npm install` brings Node 24, and `npm run` and `npx` then use it. Elsewhere install a newer Node.",
    );
}
