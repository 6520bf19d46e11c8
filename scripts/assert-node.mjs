// Says which Node is needed, instead of failing later with a confusing error.
import { fileURLToPath } from "node:url";

/** Whether this Node can run the command and the scripts. */
export function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !isNewEnough()) {
  console.error(
    `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}.\n` +
      "On 64-bit Linux `npm install` brings Node 24, and `npm run` and `npx` then use it. Elsewhere install a newer Node.",
  );
  process.exit(1);
}
