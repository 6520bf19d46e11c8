#!/usr/bin/env node
"use strict";
// Plain and small on purpose: it must still parse on an old Node to say which one is needed, and it stands before every
// cold start. Each command is one bundled file, loaded only when it is called.
// To a script, 1 from `confirm` is a person's "no".
const failure = process.argv[2] === "confirm" ? 2 : 1;
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}. Install a newer Node and try again.\n`,
  );
  process.exit(failure);
}

// Compiled once, not at every start. In the user's own cache and not in a shared temporary directory, where somebody else
// could leave code to be run.
const cache = process.env.XDG_CACHE_HOME || (process.env.HOME ? `${process.env.HOME}/.cache` : "");
if (cache !== "" && process.platform !== "win32" && isPrivate(`${cache}/yourcall`))
  require("node:module").enableCompileCache?.(`${cache}/yourcall`);

function isPrivate(directory) {
  const { chmodSync, mkdirSync, statSync } = require("node:fs");
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(directory);
    // Code that others could have written is not run.
    if (uid !== process.getuid() || (mode & 0o022) !== 0) return false;
    if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
    return true;
  } catch {
    return false;
  }
}

const commands = [
  "inbox",
  "open",
  "ask",
  "confirm",
  "wait",
  "cancel",
  "goto",
  "list",
  "answer",
  "log",
  "serve",
  "status",
  "stop",
  "backup",
  "restore",
  "move",
  "notify",
  "doctor",
  "demo",
  "setup",
  "hook",
  "mcp",
  "sheet",
  "agent",
  "acp",
  "completion",
  "desk",
  "help",
];

function withoutCommand() {
  const { isatty } = require("node:tty");
  return isatty(0) && isatty(1) ? "inbox" : "help";
}

async function main() {
  const [first = withoutCommand(), ...rest] = process.argv.slice(2);
  // `yourcall help ask` is `yourcall ask --help`.
  const [name, ...args] = first === "help" && commands.includes(rest[0]) ? [rest[0], "--help"] : [first, ...rest];
  const known = commands.includes(name);
  // In a prompt it is run at every line, so it has a small file of its own.
  const line = name === "status" && args.length === 1 && args[0] === "--line";
  const { run } = require(`../dist/${line ? "status-line" : known ? name : "help"}.cjs`);
  process.exitCode = known ? await run(args) : await run([name, ...args], commands);
}

// A path in a message may hold what a terminal would act on.
function clean(text) {
  return String(text).replace(/[^\P{C}\n]/gu, "");
}

function fail(error) {
  // A hook that cannot work says nothing: Claude goes on as if it were not there.
  if (process.argv[2] === "hook" && !process.env.YOURCALL_DEBUG) return;
  const missing = error.code === "MODULE_NOT_FOUND";
  process.stderr.write(
    missing ? "yourcall is not built. Run `npm run build` first.\n" : `yourcall: ${clean(error.message)}\n`,
  );
  if (process.env.YOURCALL_DEBUG) process.stderr.write(`${clean(error.stack)}\n`);
  process.exitCode = failure;
}

// A reader that has seen enough (`| head`) is no failure; anything else is one line, not a stack.
process.on("uncaughtException", (error) => {
  if (error.code !== "EPIPE") fail(error);
  process.exit(error.code === "EPIPE" ? 0 : failure);
});
main().catch(fail);
