// Builds what is shipped: the packages with tsc (a file a module, with types), the command with esbuild (a file an entry).
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { build as buildPage } from "vite";

const { version } = JSON.parse(readFileSync(new URL("../cli/package.json", import.meta.url), "utf8"));

/** The entries of the command: each is one file, so that a cold start reads and compiles only what it needs. */
export const entries = {
  ask: "cli/src/ask.ts",
  sheet: "cli/src/sheet.ts",
  help: "cli/src/help.ts",
  serve: "cli/src/serve.ts",
  status: "cli/src/status.ts",
  "status-line": "cli/src/status-line.ts",
  notify: "cli/src/notify.ts",
  stop: "cli/src/stop.ts",
  list: "cli/src/list.ts",
  wait: "cli/src/wait.ts",
  answer: "cli/src/answer.ts",
  cancel: "cli/src/cancel.ts",
  log: "cli/src/log.ts",
  inbox: "cli/src/inbox.ts",
  open: "cli/src/open.ts",
  doctor: "cli/src/doctor.ts",
  setup: "cli/src/setup.ts",
  hook: "cli/src/hook.ts",
  "hook-hub": "cli/src/hook-hub.ts",
  agent: "cli/src/agent.ts",
  "with-loop": "cli/src/agent/with-loop.ts",
  "with-claude": "cli/src/agent/with-claude.ts",
  demo: "cli/src/demo.ts",
  "demo-run": "cli/src/demo/run-demo.ts",
  "demo-agent": "cli/src/demo/create-demo-agent.ts",
  "demo-hub": "cli/src/demo/keep-hub.ts",
  "live-ask": "cli/src/live-ask.ts",
  "ask-elsewhere": "cli/src/ask-elsewhere.ts",
  "help-texts": "cli/src/help-texts.ts",
  "format-outcome": "cli/src/format-outcome.ts",
  doors: "cli/src/doors.ts",
  linear: "surfaces/terminal/src/linear-prompt.ts",
  editor: "surfaces/terminal/src/edit-in-editor.ts",
};

/** What an entry loads only when it is needed stays a file of its own, instead of shared chunks that every start would read. */
const lazy = {
  "@yourcall/terminal/linear": "./linear.cjs",
  "@yourcall/terminal/editor": "./editor.cjs",
  "@yourcall/terminal/inbox": "./inbox-screen.mjs",
  "./live-ask.ts": "./live-ask.cjs",
  "./ask-elsewhere.ts": "./ask-elsewhere.cjs",
  "./help-texts.ts": "./help-texts.cjs",
  "./format-outcome.ts": "./format-outcome.cjs",
  "./doors.ts": "./doors.cjs",
  "./hook-hub.ts": "./hook-hub.cjs",
  "./with-loop.ts": "./with-loop.cjs",
  "./with-claude.ts": "./with-claude.cjs",
  "./demo/run-demo.ts": "./demo-run.cjs",
  "./demo/keep-hub.ts": "./demo-hub.cjs",
  "./create-demo-agent.ts": "./demo-agent.cjs",
  "../serve.ts": "./serve.cjs",
};

/** @type {import("esbuild").BuildOptions} */
export const bundleOptions = {
  bundle: true,
  platform: "node",
  // CommonJS starts 5 ms sooner than a module (docs/decisions).
  format: "cjs",
  target: "node22.13",
  conditions: ["yourcall-source"],
  minify: true,
  legalComments: "none",
  define: { VERSION: JSON.stringify(version) },
  // The person's to install: it brings Claude Code itself.
  external: ["@anthropic-ai/claude-agent-sdk"],
  plugins: [
    {
      name: "lazy",
      setup({ onResolve }) {
        onResolve({ filter: /^(@yourcall\/terminal\/\w+|\.\.?\/([\w-]+\/)?[\w-]+\.ts)$/ }, ({ path, kind }) => {
          const file = lazy[/** @type {keyof typeof lazy} */ (path)];
          return file !== undefined && kind === "dynamic-import" ? { path: file, external: true } : undefined;
        });
      },
    },
  ],
};

/**
 * The inbox's screen, made with Ink, whose layout engine has a top-level await: that can only be a module.
 * @type {import("esbuild").BuildOptions}
 */
export const screenOptions = {
  ...bundleOptions,
  format: "esm",
  define: {
    ...bundleOptions.define,
    "process.env.NODE_ENV": '"production"',
    // The layout engine would read its own bytes by fetch, whose first use costs more than all the rest of it.
    fetch: "undefined",
  },
  // An optional package of Ink that a bundle would otherwise look for at its start.
  alias: { "react-devtools-core": fileURLToPath(new URL("no-devtools.mjs", import.meta.url)) },
  // CommonJS parts inside a module call require for Node's own modules.
  banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
};

async function run() {
  rmSync("cli/dist", { recursive: true, force: true });
  await buildPage({ configFile: "surfaces/web/vite.config.ts" });
  // It travels with the command, whose hub serves it.
  cpSync("surfaces/web/dist", "cli/dist/web", { recursive: true });
  await build({ ...bundleOptions, entryPoints: entries, outdir: "cli/dist", outExtension: { ".js": ".cjs" } });
  await build({
    ...screenOptions,
    entryPoints: { "inbox-screen": "surfaces/terminal/src/inbox/index.ts" },
    outdir: "cli/dist",
    outExtension: { ".js": ".mjs" },
  });
  // In the order in which they need each other's types.
  const packages = ["core", "client", "hub", "agents/loop", "agents/claude", "surfaces/terminal", "surfaces/react"];
  for (const workspace of packages) {
    rmSync(`${workspace}/dist`, { recursive: true, force: true });
    const result = spawnSync("tsc", ["-p", `${workspace}/tsconfig.json`], { stdio: "inherit" });
    if (result.status !== 0) process.exit(result.status ?? 1);
  }
}

if (process.argv[1]?.endsWith("build.mjs")) await run();
