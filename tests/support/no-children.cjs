// Preloaded: this process can start no other, as in a sandbox.
const child = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");

const { spawn } = child;
Reflect.set(
  child,
  "spawn",
  (
    /** @type {string} */ _,
    /** @type {string[]} */ args,
    /** @type {import("node:child_process").SpawnOptions} */ options,
  ) => spawn("/nowhere/at/all", args, options),
);
syncBuiltinESMExports();
