// Node 20 runs these scripts if the bundled Node 24 was not installed; say so here instead of failing later with a confusing
// error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(
    `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}.\n` +
      "On linux-x64 `npm install` installs Node 24 as an optional dependency and `npm run` uses it: run `npm install` without --omit=optional.\n" +
      "Elsewhere install Node 22.13 or newer and try again.",
  );
  process.exit(1);
}
