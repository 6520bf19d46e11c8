#!/usr/bin/env node
"use strict";
// Plain and small on purpose: this file must parse on an old Node, to say which version is needed, and every start compiles
// it anew. Each command is one bundled file, loaded only when it is called.
const words = process.argv.slice(2);
// As after the command; `print.ts` reads it.
if (words[0] === "--quiet") {
  words.shift();
  globalThis[Symbol.for("yourcall.quiet")] = true;
}
// Exit code 1 of `confirm` means that a person said no, so its failures exit with 2.
const failure = words[0] === "confirm" ? 2 : 1;
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}. Install a newer Node and try again.\n`,
  );
  process.exit(failure);
}

const { chmodSync, existsSync, mkdirSync, statSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { join } = require("node:path");

const dist = join(__dirname, "../dist");

// In the user's own cache and not in a shared temporary directory, where somebody else could leave code to be run.
function findCache() {
  const parent = process.env.XDG_CACHE_HOME || (process.env.HOME ? `${process.env.HOME}/.cache` : "");
  return parent !== "" && process.platform !== "win32" && isPrivate(`${parent}/yourcall`) ? `${parent}/yourcall` : "";
}

function isPrivate(directory) {
  try {
    const found = statSync(directory, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { uid, mode } = found ?? statSync(directory);
    // Never run code that others could have written.
    if (uid !== process.getuid() || (mode & 0o022) !== 0) return false;
    if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
    return true;
  } catch {
    return false;
  }
}

// A command is a file of this name that exports `run`; the others hold parts that load later. While an upgrade replaces the files,
// `hook` may be missing; it must fail silently, because the exit code of an unknown command would be a veto to Claude Code.
function isCommand(name) {
  return name === "hook" || (/^[a-z]+$/.test(name) && existsSync(join(dist, `${name}.cjs`)));
}

function withoutCommand() {
  const { isatty } = require("node:tty");
  return isatty(0) && isatty(1) ? "inbox" : "";
}

async function main() {
  const [first = withoutCommand(), ...rest] = words;
  // `yourcall help setup claude` is `yourcall setup claude --help`.
  const [name, ...args] = first === "help" && isCommand(rest[0]) ? [...rest, "--help"] : [first, ...rest];
  const cache = findCache();
  if (cache !== "") enableCompileCache(cache);
  const { run } = isCommand(name) ? require(join(dist, `${name}.cjs`)) : {};
  process.exitCode = run ? await run(args) : await require(join(dist, "help.cjs")).run([name, ...args]);
}

// A path in a message may contain escape sequences.
function clean(text) {
  return String(text).replace(/[^\P{C}\n]/gu, "");
}

function fail(error) {
  // A failing hook stays silent, so that Claude continues as if there were none.
  if (words[0] === "hook" && !process.env.YOURCALL_DEBUG) return;
  const missing = error.code === "MODULE_NOT_FOUND" && error.message.includes(dist);
  process.stderr.write(
    missing ? "yourcall is not built. Run `npm run build` first.\n" : `yourcall: ${clean(error.message)}\n`,
  );
  if (process.env.YOURCALL_DEBUG) process.stderr.write(`${clean(error.stack)}\n`);
  process.exitCode = failure;
}

// A pipe closed by its reader (`| head`) is not a failure. Any other error prints one line, not a stack trace.
process.on("uncaughtException", (error) => {
  if (error.code !== "EPIPE") fail(error);
  process.exit(error.code === "EPIPE" ? 0 : failure);
});
main().catch(fail);
