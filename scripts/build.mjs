// Builds what is shipped: the packages with tsc (one file per module, with types), the command with esbuild (one file per
// entry). `--command`: the command alone. `--if-stale`: only if a source has changed since.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { build as buildPage } from "vite";
import { libraries } from "./libraries.mjs";
import { buildMcpCard } from "./mcp-card.mjs";

const { version } = JSON.parse(readFileSync(new URL("../cli/package.json", import.meta.url), "utf8"));

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the definitions of the commands say, and the pages made from them. */
async function loadDefinitions() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { commands, groups } from "./commands/index.ts"; export { toManPage } from "./man-page.ts";`,
      resolveDir: join(root, "cli/src"),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    conditions: ["yourcall-source"],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? "").toString("base64");
  /** @type {Pick<typeof import("../cli/src/commands/index.ts"), "commands" | "groups"> & typeof import("../cli/src/man-page.ts")} */
  const definitions = await import(`data:text/javascript;base64,${code}`);
  return definitions;
}

const definitions = await loadDefinitions();

/**
 * The entries of the command: each is one file, so that a cold start reads and compiles only what it needs. They are the commands,
 * and every file of ours that one of them loads with `import()`. Each has a copy of all it imports, also of a module's variables: if
 * two files share those, import the second one statically.
 * @type {Record<string, string>}
 */
export const entries = {
  ...Object.fromEntries(definitions.commands.map(({ name, file }) => [name, `cli/src/${file}`])),
  help: "cli/src/help.ts",
};

async function findLazyEntries() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.values(entries),
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "cjs",
    outdir: "nowhere",
    conditions: ["yourcall-source"],
    plugins: [
      {
        name: "only-our-own-files",
        setup({ onResolve }) {
          const isOurs = /^(@yourcall\/|\.)/;
          onResolve({ filter: /.*/ }, ({ path, kind }) =>
            kind === "entry-point" || isOurs.test(path) ? undefined : { external: true },
          );
        },
      },
    ],
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return imports.filter(({ kind, external }) => kind === "dynamic-import" && external !== true).map(({ path }) => path);
}

for (const file of await findLazyEntries()) {
  const name = basename(file.replace(/(\/index)?\.ts$/, ""));
  const taken = entries[name];
  if (taken !== undefined && taken !== file) throw new Error(`${file} and ${taken} would both become ${name}.cjs.`);
  if (!Object.values(entries).includes(file)) entries[name] = file;
}

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

/**
 * What runs inside other programs: one file for each, with everything it needs, under the name that `setup` reads.
 * @type {Record<string, string>}
 */
export const pluginEntries = {
  opencode: "agents/hosts/src/opencode/plugin.ts",
  copilot: "agents/hosts/src/copilot/plugin.ts",
};

/** @type {import("esbuild").BuildOptions} */
export const pluginOptions = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22.13",
  conditions: ["yourcall-source"],
  minify: true,
  legalComments: "none",
  // Copilot resolves it for its extensions.
  external: ["@github/copilot-sdk/extension"],
};

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

// Written once the command is built, and once everything is. If any source is newer, the build is stale.
const stamps = { command: "node_modules/.yourcall-command-built", all: "node_modules/.yourcall-built" };
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

/** Whether anything but tests has changed since the last build, including removed sources and removed output. @param {string} stamp */
function isStale(stamp) {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  /** @param {string} path @returns {boolean} */
  const isNewer = (path) => {
    if (/\.test\.tsx?$/.test(path)) return false;
    const found = lstatSync(path);
    if (found.mtimeMs > builtAt) return true;
    const inside = found.isDirectory() ? readdirSync(path).filter((name) => name !== "node_modules") : [];
    return inside.some((name) => isNewer(join(path, name)));
  };
  return sources.some(isNewer);
}

async function buildCommand() {
  for (const stamp of Object.values(stamps)) rmSync(stamp, { force: true });
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
  await build({ ...pluginOptions, entryPoints: pluginEntries, outdir: "cli/dist/hosts" });
  const card = await buildMcpCard();
  writeFileSync("cli/dist/mcp-card.html", card.html);
  const pageFiles = [page].flat().flatMap((built) => ("output" in built ? built.output : []));
  const bundled = [
    ...pageFiles.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])),
    ...Object.keys(command.metafile.inputs),
    ...card.inputs,
  ];
  writeFileSync("cli/dist/yourcall.1", definitions.toManPage(definitions.groups, version));
  writeFileSync("cli/dist/third-party-licenses.txt", thirdPartyLicenses(bundled));
  writeFileSync(stamps.command, "");
}

async function buildLibraries() {
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
  for (const stamp of Object.values(stamps)) writeFileSync(stamp, "");
}

if (process.argv[1]?.endsWith("build.mjs")) {
  const isCommandOnly = process.argv.includes("--command");
  const stamp = isCommandOnly ? stamps.command : stamps.all;
  if (!process.argv.includes("--if-stale") || isStale(stamp)) {
    await buildCommand();
    if (!isCommandOnly) await buildLibraries();
  }
}
