import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pack } from "../../scripts/pack.mjs";
import { isAppFile } from "../support/docs-apps.ts";

const here = import.meta.dirname;
const root = join(here, "../..");
/** The apps, made for each run from the packages as they are published and the code in docs/agents/ai-sdk.md. */
export const apps = join(here, ".apps");

const docs = readFileSync(join(root, "docs/agents/ai-sdk.md"), "utf8");
const blocks = [...docs.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
const used = new Set<string>();

/** Each starts its app; the rest is that of the docs. */
const servers = {
  "node/serve-hono.ts": `import { serve } from "@hono/node-server"; import { app } from "./hono.js";
    export const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });`,
  "node/serve-fastify.ts": `import { app } from "./fastify.js";
    await app.listen({ port: 0, host: "127.0.0.1" });
    export const { server } = app;`,
  "node/serve-express.ts": `import { app } from "./express.js"; export const server = app.listen(0, "127.0.0.1");`,
  "node/serve-express-json.ts": `import { app } from "./express-json.js"; export const server = app.listen(0, "127.0.0.1");`,
};

export function setup(): void {
  installPackages();
  rmSync(apps, { recursive: true, force: true });
  cpSync(join(here, "next-card"), join(apps, "next"), { recursive: true });
  installAiSdk6();
  const routes = `import { goOn, hub, isChatOf, nameOf } from "./chat.js";\n${docsBlock("export const routes")}`;
  const chat = readFileSync(join(here, "chat.ts"), "utf8");
  writeFiles({
    "node/chat.ts": chat,
    "node/routes.ts": routes,
    "node/hono.ts": docsBlock("new Hono()"),
    "node/fastify.ts": docsBlock("fastify()"),
    "node/express.ts": docsBlock("express()"),
    "node/express-json.ts": docsBlock("express()").replace("express();", "express().use(express.json());"),
    ...servers,
    "ai-6/app.ts": readFileSync(join(here, "ai-6-app.ts"), "utf8"),
    "next/chat.ts": chat,
    "next/routes.ts": routes.replace(/^ {2}async onAnswered.*?^ {2}\},\n/ms, ""),
    "next/app/api/yourcall/[...path]/route.ts": docsBlock("handle: GET"),
    "next/instrumentation.ts": docsBlock("function register"),
  });
  const left = blocks.filter((block) => isAppFile.test(block) && !used.has(block));
  if (left.length > 0) throw new Error(`These blocks of docs/agents/ai-sdk.md are not run:\n${left.join("\n")}`);
}

/** As npm would install them: what is packed, and nothing of this repository. */
function installPackages(): void {
  const workspaces = ["core", "client", "surfaces/react", "agents/claude", "agents/ai-sdk"];
  for (const [name, file] of pack(join(here, "node_modules/.tarballs"), workspaces)) {
    const folder = join(here, "node_modules", name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", folder, "--strip-components=1"]);
  }
}

/** An app has its own `node_modules` with AI SDK 6, so that the packages there import that version. */
function installAiSdk6(): void {
  const own = join(apps, "ai-6/node_modules");
  mkdirSync(own, { recursive: true });
  cpSync(join(here, "node_modules/@yourcall"), join(own, "@yourcall"), { recursive: true });
  symlinkSync(join(here, "node_modules/ai-6"), join(own, "ai"));
}

/** The block of docs/agents/ai-sdk.md with this text. */
function docsBlock(text: string): string {
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`docs/agents/ai-sdk.md has no block with ${text}.`);
  used.add(found);
  return found;
}

/** Checks the types of the files, and leaves them as JavaScript. */
function writeFiles(files: Record<string, string>): void {
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(dirname(join(apps, name)), { recursive: true });
    writeFileSync(join(apps, name), code);
  }
  const compilerOptions = {
    ...{ noEmit: false, rewriteRelativeImportExtensions: false, allowImportingTsExtensions: false, allowJs: false },
    ...{ checkJs: false, noUnusedLocals: false, module: "esnext", moduleResolution: "bundler", customConditions: [] },
  };
  const config = { extends: "../../../tsconfig.json", compilerOptions, include: ["./**/*.ts"], exclude: [] };
  writeFileSync(join(apps, "tsconfig.json"), JSON.stringify(config));
  for (const app of ["node", "ai-6"]) writeFileSync(join(apps, app, "package.json"), '{ "type": "module" }\n');
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", apps], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    throw new Error(`The code in docs/agents/ai-sdk.md does not compile:\n${(error as { stdout: string }).stdout}`);
  }
  // Next.js would take these for its own.
  for (const name of [...Object.keys(files), "tsconfig.json"]) rmSync(join(apps, name));
}
