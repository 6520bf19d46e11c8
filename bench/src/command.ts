import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

export const root = join(import.meta.dirname, "../..");
const bin = join(root, "cli/bin/yourcall.cjs");

/** How a measured program is started. */
export interface Command {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** A Node program with nothing of the caller's environment: no CI, no settings, no running hub. */
export function nodeCommand(home: string, ...args: string[]): Command {
  const env = { PATH: process.env.PATH ?? "", HOME: home, YOURCALL_HOME: home, LANG: "C.UTF-8" };
  return { file: process.execPath, args, env };
}

/** The built `yourcall`. */
export function yourcall(home: string, ...args: string[]): Command {
  if (!existsSync(join(root, "cli/dist"))) throw new Error("yourcall is not built: npm run build");
  return nodeCommand(home, bin, ...args);
}

/** A directory that is removed when the bench ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "yourcall-bench-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Bundles a program with its dependencies into one minified file and returns its path. CommonJS starts a little faster than a module. */
export async function bundle(entry: string, outfile: string): Promise<string> {
  const isModule = outfile.endsWith(".mjs");
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, minify: true, platform: "node", target: "node22.13" },
    format: isModule ? "esm" : "cjs",
    conditions: ["yourcall-source"],
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "react-devtools-core": join(root, "bench/peers/no-devtools.mjs") },
    // CommonJS parts inside a module bundle call require for Node's own modules.
    banner: isModule ? { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' } : {},
    logLevel: "warning",
  });
  return outfile;
}

export interface Server {
  pid: number;
  end(): Promise<void>;
}

/** Starts a server, and returns when it has printed `sign`. */
export async function startServer({ file, args, env }: Command, sign: string): Promise<Server> {
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  const fail = () => reject(new Error(`${file} ${args.join(" ")} does not start: ${said.slice(-500)}`));
  for (const output of [child.stdout, child.stderr])
    output.on("data", (data: Buffer) => {
      said = (said + data).slice(-4000);
      if (said.includes(sign)) resolve();
    });
  child.once("error", fail);
  child.once("close", fail);
  const timer = setTimeout(fail, 10_000);
  await promise.finally(() => clearTimeout(timer));
  return { pid: child.pid ?? 0, end: () => endProcess(child) };
}

/** Asks a process to end, ends it by force if it does not, and waits until it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await closed;
  clearTimeout(timer);
}
