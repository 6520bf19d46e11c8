// Runs at the end of `npm install` and `npm ci`, on whatever Node this machine has: brings a Node that the scripts can use, if
// this one cannot, and builds.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { downloadNode, linkNode, needsNode } from "./bring-node.mjs";

if (needsNode) {
  await downloadNode();
  linkNode();
}
const root = fileURLToPath(new URL("..", import.meta.url));
execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
if (needsNode)
  console.log(
    `This is Node ${process.versions.node}; npm run and npx use the Node 24 that was installed here. For the examples, and for yourcall:\n` +
      '  export PATH="$PWD/node_modules/.bin:$PATH"',
  );
