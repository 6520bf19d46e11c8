// Builds what is shipped: the packages with tsc (one file per module, with types), the command with esbuild (one file per
// entry).
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { build as buildPage } from "vite";

const { version } = JSON.parse(readFileSync(new URL("../cli/package.json", import.meta.url), "utf8"));

/** The entries of the command: each is one file, so that a cold start reads and compiles only what it needs. */
export const entries = {
  ask: "cli/src/ask/ask.ts",
  confirm: "cli/src/ask/confirm.ts",
  wait: "cli/src/ask/wait.ts",
  cancel: "cli/src/ask/cancel.ts",
  goto: "cli/src/inbox/goto.ts",
  sheet: "cli/src/ask/sheet.ts",
  inbox: "cli/src/inbox/inbox.ts",
  list: "cli/src/inbox/list.ts",
  answer: "cli/src/inbox/answer.ts",
  log: "cli/src/log/log.ts",
  serve: "cli/src/hub/serve.ts",
  status: "cli/src/hub/status.ts",
  "status-line": "cli/src/hub/status-line.ts",
  stop: "cli/src/hub/stop.ts",
  backup: "cli/src/hub/backup.ts",
  restore: "cli/src/hub/restore.ts",
  move: "cli/src/hub/move.ts",
  open: "cli/src/hub/open.ts",
  notify: "cli/src/notify/notify.ts",
  doctor: "cli/src/doctor/doctor.ts",
  setup: "cli/src/setup/setup.ts",
  hook: "cli/src/hook/hook.ts",
  mcp: "cli/src/mcp/mcp.ts",
  agent: "cli/src/agent/agent.ts",
  acp: "cli/src/acp/acp.ts",
  demo: "cli/src/demo/demo.ts",
  completion: "cli/src/completion/completion.ts",
  desk: "cli/src/desk/desk.ts",
  help: "cli/src/help.ts",
  // Loaded by `import()`, only when needed.
  "go-live": "cli/src/ask/go-live.ts",
  "ask-elsewhere": "cli/src/ask/ask-elsewhere.ts",
  "format-outcome": "cli/src/ask/format-outcome.ts",
  doors: "cli/src/ask/doors.ts",
  "other-terminal": "cli/src/ask/other-terminal.ts",
  "hub-here": "cli/src/hub/hub-here.ts",
  nearest: "cli/src/nearest.ts",
  "help-texts": "cli/src/help-texts.ts",
  "postgres-store": "hub/src/store/postgres/index.ts",
  "hook-hub": "cli/src/hook/hook-hub.ts",
  "dialog-answers": "cli/src/hook/dialog-answers.ts",
  connect: "cli/src/hub/connect.ts",
  "mcp-handler": "cli/src/mcp/mcp-handler.ts",
  "run-desk": "cli/src/desk/run-desk.ts",
  ...agentEntries(),
  "demo-run": "cli/src/demo/run-demo.ts",
  "demo-agent": "cli/src/demo/create-demo-agent.ts",
  "demo-hub": "cli/src/demo/demo-hub.ts",
  linear: "surfaces/terminal/src/linear/linear-prompt.ts",
  editor: "surfaces/terminal/src/edit-in-editor.ts",
  "inbox-screen": "surfaces/terminal/src/inbox/run-inbox.ts",
};

/** Each kind of agent is a folder of `sessions/src/agents`, and a file of its own. @returns {Record<string, string>} */
function agentEntries() {
  const folder = "sessions/src/agents";
  const found = readdirSync(new URL(`../${folder}`, import.meta.url), { withFileTypes: true });
  const kinds = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Object.fromEntries(kinds.map((kind) => [`agent-${kind}`, `${folder}/${kind}/open-${kind}.ts`]));
}

const root = fileURLToPath(new URL("..", import.meta.url));
const outputs = new Map(Object.entries(entries).map(([name, file]) => [join(root, file), `./${name}.cjs`]));

/** @type {import("esbuild").BuildOptions} */
export const bundleOptions = {
  bundle: true,
  platform: "node",
  // CommonJS starts 5 ms sooner than a module (docs/decisions).
  format: "cjs",
  target: "node22.13",
  // `require` is quicker than `import()`: Node's loader for ES modules does not start.
  supported: { "dynamic-import": false },
  conditions: ["yourcall-source"],
  minify: true,
  legalComments: "none",
  define: { VERSION: JSON.stringify(version) },
  // Installed by the person, because it contains Claude Code itself.
  external: ["@anthropic-ai/claude-agent-sdk"],
  alias: {
    // Its CommonJS build requires its parts in a way that no bundler can follow.
    "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    "@modelcontextprotocol/server/_shims": fileURLToPath(new URL("mcp-shims.mjs", import.meta.url)),
  },
  plugins: [
    {
      // An entry that another one imports stays a separate file, not a shared chunk that every start would read.
      name: "entries-stay-apart",
      setup({ onResolve, resolve }) {
        onResolve({ filter: /^(@yourcall\/|\.)/ }, async ({ path, kind, pluginData, ...from }) => {
          if (kind !== "dynamic-import" || pluginData === "resolving") return undefined;
          const found = await resolve(path, { ...from, kind, pluginData: "resolving" });
          const output = outputs.get(found.path);
          return output === undefined ? undefined : { path: output, external: true };
        });
      },
    },
  ],
};

/** The packages that are published as libraries, in the order in which they need each other's types. */
export const libraries = [
  "core",
  "client",
  "hub",
  "agents/loop",
  "agents/claude",
  "agents/mcp",
  "agents/acp",
  "agents/ai-sdk",
  "surfaces/terminal",
  "surfaces/react",
];

const compressed = /\.(?:js|css|html|svg|webmanifest)$/;

/** Puts a brotli and a gzip version next to each text file, so that the hub only picks one. @param {string} directory */
function compressFiles(directory) {
  for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const file = join(directory, entry);
    if (!compressed.test(file)) continue;
    const body = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(body));
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}

/**
 * The licence of every package with code in a bundle: bundling is redistribution.
 * @param {Iterable<string>} files as the bundlers name them
 */
function thirdPartyLicenses(files) {
  const folders = new Set([...files].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry) && existsSync(join(folder, entry)));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${name} ${version} (${license})${text}\n`;
  });
  return [...new Set(texts)].sort().join(`\n${"-".repeat(78)}\n\n`);
}

// Written once everything is built. If any source is newer, the build is stale.
const stamp = "node_modules/.yourcall-built";
const sources = [
  "core",
  "client",
  "hub",
  "agents",
  "surfaces",
  "sessions",
  "cli",
  "scripts",
  "package-lock.json",
  "tsconfig.json",
];

/** Whether anything has changed since the last build, including removed sources and removed output. */
function isStale() {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  /** @param {string} path @returns {boolean} */
  const isNewer = (path) => {
    const found = lstatSync(path);
    if (found.mtimeMs > builtAt) return true;
    const inside = found.isDirectory() ? readdirSync(path).filter((name) => name !== "node_modules") : [];
    return inside.some((name) => isNewer(join(path, name)));
  };
  return sources.some(isNewer);
}

async function run() {
  rmSync(stamp, { force: true });
  rmSync("cli/dist", { recursive: true, force: true });
  const page = await buildPage({ configFile: "surfaces/web/vite.config.ts" });
  compressFiles("surfaces/web/dist");
  // The page is shipped with the command, whose hub serves it.
  cpSync("surfaces/web/dist", "cli/dist/web", { recursive: true });
  const command = await build({
    ...bundleOptions,
    entryPoints: entries,
    outdir: "cli/dist",
    outExtension: { ".js": ".cjs" },
    metafile: true,
  });
  const pageFiles = [page].flat().flatMap((built) => ("output" in built ? built.output : []));
  const bundled = [
    ...pageFiles.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])),
    ...Object.keys(command.metafile.inputs),
  ];
  writeFileSync("cli/dist/third-party-licenses.txt", thirdPartyLicenses(bundled));
  for (const workspace of libraries) {
    rmSync(`${workspace}/dist`, { recursive: true, force: true });
    const result = spawnSync("tsc", ["-p", `${workspace}/tsconfig.json`], { stdio: "inherit" });
    if (result.status !== 0) process.exit(result.status ?? 1);
  }
  // Projects import one file, so they need no bundler that follows its imports.
  await build({
    entryPoints: ["surfaces/react/src/style.css"],
    bundle: true,
    outfile: "surfaces/react/dist/style.css",
  });
  // TypeScript looks for the types of every import, also of one that only has an effect.
  writeFileSync("surfaces/react/dist/style.css.d.ts", "export {};\n");
  writeFileSync(stamp, "");
}

if (process.argv[1]?.endsWith("build.mjs") && (!process.argv.includes("--if-stale") || isStale())) await run();
