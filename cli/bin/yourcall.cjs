#!/usr/bin/env node
"use strict";
// Plain and small on purpose: it must still parse on an old Node to say which one is needed, and every start compiles it
// anew. Each command is one bundled file, loaded only when it is called.
// To a script, 1 from `confirm` is a person's "no".
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
// The first run may have been a short one; later ones add what they needed.
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
    // Code that others could have written is not run.
    if (uid !== process.getuid() || (mode & 0o022) !== 0) return false;
    if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
    return true;
  } catch {
    return false;
  }
}

/**
 * One of the command's files, with what V8 has compiled of it before. Node's own compile cache has only the functions compiled
 * before a file runs; this one has every function that a run needed, which is most of a start (docs/decisions).
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
  // Only the real `import` can load any ES module. Bundled, `import(name)` asks for it here and awaits what it gets.
  if (cache !== "") require("node:module").enableCompileCache(cache);
  // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited.
  return { __esModule: true, then: (...settle) => import(name).then(...settle) };
}

// V8 itself compares only its version and the length of the file, and crashes if the code is damaged. So the state of the file
// is kept too, and the code twice, which is quicker to compare than a checksum is to compute.
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
    // There is none yet.
  }
  return kept;
}

// At the end, when everything has run; a hub, which runs for days, would have lost what it needed to start by then.
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
  // `yourcall help ask` is `yourcall ask --help`.
  const [name, ...args] = first === "help" && commands.includes(rest[0]) ? [rest[0], "--help"] : [first, ...rest];
  const known = commands.includes(name);
  // In a prompt it is run at every line, so it has a small file of its own.
  const line = name === "status" && args.length === 1 && args[0] === "--line";
  const { run } = load(`${line ? "status-line" : known ? name : "help"}.cjs`);
  process.exitCode = known ? await run(args) : await run([name, ...args], commands);
}

// A path in a message may hold what a terminal would act on.
function clean(text) {
  return String(text).replace(/[^\P{C}\n]/gu, "");
}

function fail(error) {
  // A hook that cannot work says nothing: Claude goes on as if it were not there.
  if (process.argv[2] === "hook" && !process.env.YOURCALL_DEBUG) return;
  const missing = error.code === "ENOENT" && String(error.path).startsWith(dist);
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
