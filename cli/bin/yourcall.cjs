#!/usr/bin/env node
"use strict";
// Plain and small on purpose: this file must parse on an old Node, to say which version is needed, and every start compiles
// it anew. Each command is one bundled file, loaded only when it is called.
// Exit code 1 of `confirm` means that a person said no, so its failures exit with 2.
const failure = process.argv[2] === "confirm" ? 2 : 1;
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `yourcall needs Node 22.13 or newer and this is Node ${process.versions.node}. Install a newer Node and try again.\n`,
  );
  process.exit(failure);
}

const { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "../dist");
const headerBytes = 24;
// The run that wrote the cache may have been short; renewing it adds the functions that later runs needed.
const renewMs = 60 * 60 * 1000;
const keepAfterMs = 30 * 1000;
const cache = findCache();
const loaded = new Map();

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

/**
 * Loads one of the command's files with the code that V8 compiled in an earlier run. Node's own compile cache has only the
 * functions compiled before a file runs; this one has every function that a run needed, and compiling those takes most of a
 * start (docs/decisions).
 */
function load(name) {
  const file = join(dist, name);
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const source = readFileSync(file, "utf8");
  const kept = cache === "" ? null : readKept(name, file);
  const wrapped = `(function(exports,require,module,__filename,__dirname){${source}\n})`;
  const script = new Script(wrapped, { filename: file, ...(kept?.code && { cachedData: kept.code }) });
  script.runInThisContext().call(module.exports, module.exports, requireFor, module, file, dist);
  if (kept !== null && (kept.isOld || script.cachedDataRejected !== false)) keepLater(kept, script);
  return module.exports;
}

function requireFor(name) {
  if (name.endsWith(".cjs")) return load(name);
  const builtin = process.getBuiltinModule(name);
  if (builtin !== undefined) return builtin;
  // Only the real `import` can load every ES module. A bundled `import(name)` calls this function and awaits what it returns.
  if (cache !== "") require("node:module").enableCompileCache(cache);
  // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited.
  return { __esModule: true, then: (...settle) => import(name).then(...settle) };
}

// V8 itself compares only its version and the length of the file, and crashes if the code is damaged. So the cache also records
// the file's size and time, and holds the code twice: comparing two copies is faster than computing a checksum.
function readKept(name, file) {
  const { size, ctimeMs } = statSync(file);
  const directory = join(cache, process.version, dist.replaceAll("/", "%").slice(-200));
  const kept = { directory, path: join(directory, name), size, ctimeMs, isOld: true, code: undefined };
  try {
    const bytes = readFileSync(kept.path);
    if (bytes.readDoubleLE(0) !== size || bytes.readDoubleLE(8) !== ctimeMs) return kept;
    const second = (headerBytes + bytes.length) / 2;
    const code = bytes.subarray(headerBytes, second);
    if (!code.equals(bytes.subarray(second))) return kept;
    kept.code = code;
    kept.isOld = Math.abs(Date.now() - bytes.readDoubleLE(16)) > renewMs;
  } catch {
    // Nothing is cached yet.
  }
  return kept;
}

// Saves on exit, when everything needed has been compiled. A hub runs for days and V8 would have discarded its start-up code by
// then, so a timer saves earlier.
function keepLater(kept, script) {
  const keep = () => {
    clearTimeout(timer);
    process.off("exit", keep);
    try {
      mkdirSync(kept.directory, { recursive: true, mode: 0o700 });
      const header = Buffer.from(Float64Array.of(kept.size, kept.ctimeMs, Date.now()).buffer);
      const code = script.createCachedData();
      const temporary = `${kept.path}.${process.pid}`;
      writeFileSync(temporary, Buffer.concat([header, code, code]), { mode: 0o600 });
      renameSync(temporary, kept.path);
    } catch {
      // The next start compiles again.
    }
  };
  const timer = setTimeout(keep, keepAfterMs).unref();
  process.on("exit", keep);
}

const commands = (
  "inbox open ask confirm wait cancel goto list answer log serve status stop backup restore move notify doctor demo " +
  "setup hook mcp sheet agent acp completion desk help"
).split(" ");

function withoutCommand() {
  const { isatty } = require("node:tty");
  return isatty(0) && isatty(1) ? "inbox" : "help";
}

async function main() {
  const [first = withoutCommand(), ...rest] = process.argv.slice(2);
  // `yourcall help setup claude` is `yourcall setup claude --help`.
  const [name, ...args] = first === "help" && commands.includes(rest[0]) ? [...rest, "--help"] : [first, ...rest];
  const known = commands.includes(name);
  // Shell prompts run `status --line` for every line, so it has a small file of its own.
  const line = name === "status" && args.length === 1 && args[0] === "--line";
  const { run } = load(`${line ? "status-line" : known ? name : "help"}.cjs`);
  process.exitCode = known ? await run(args) : await run([name, ...args], commands);
}

// A path in a message may contain escape sequences.
function clean(text) {
  return String(text).replace(/[^\P{C}\n]/gu, "");
}

function fail(error) {
  // A failing hook stays silent, so that Claude continues as if there were none.
  if (process.argv[2] === "hook" && !process.env.YOURCALL_DEBUG) return;
  const missing = error.code === "ENOENT" && String(error.path).startsWith(dist);
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
