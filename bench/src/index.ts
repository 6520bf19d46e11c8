import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { NotInstalled } from "./not-installed.ts";
import { WrongUsage } from "./options.ts";

/** What can be measured, by name. A subject takes the arguments after its name and returns the exit code. */
const subjects: Record<string, () => Promise<(args: string[]) => Promise<number>>> = {
  prompt: async () => (await import("./prompt.ts")).benchPrompt,
  hub: async () => (await import("./hub.ts")).benchHub,
  postgres: async () => (await import("./postgres.ts")).benchPostgres,
  hook: async () => (await import("./hook.ts")).benchHook,
  phone: async () => (await import("./phone.ts")).benchPhone,
};

const usage = "Usage: npm run bench -- [SUBJECT [--rounds N] [--warmup N] [--only TEXT] [--quick]]";
const known = `Subjects: ${Object.keys(subjects).join(", ")}; all without a name.`;
const [name, ...args] = process.argv.slice(2);
try {
  if (process.argv.includes("--help")) {
    console.log(`${usage}\n${known}`);
    process.exit(0);
  }
  if (name === undefined) process.exitCode = benchAll();
  else {
    const load = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
    if (load === undefined) throw new WrongUsage(known);
    const bench = await load();
    // Every process and directory adds an `exit` listener that cleans it up.
    process.setMaxListeners(0);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
    process.exitCode = await bench(args);
  }
} catch (error) {
  if (error instanceof NotInstalled) {
    console.error(`${name}: skipped, ${error.message}`);
    process.exit(0);
  }
  if (!(error instanceof WrongUsage)) throw error;
  console.error(`${usage}\n${error.message}`);
  process.exitCode = 2;
}

/** Everything, each subject in a process of its own, so that a failure does not stop the others. */
function benchAll(): number {
  const root = join(import.meta.dirname, "../..");
  const run = (file: string, ...rest: string[]) =>
    spawnSync(process.execPath, [...process.execArgv, file, ...rest], { cwd: root, stdio: "inherit" }).status === 0;
  if (!run(join(root, "scripts/build.mjs"), "--if-stale")) return 1;
  const begun = performance.now();
  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} minutes`;
  const failed = Object.keys(subjects).filter((subject) => {
    const from = performance.now();
    console.error(`\n== ${subject}`);
    const isDone = run(import.meta.filename, subject);
    console.error(`== ${subject}: ${isDone ? "done" : "failed"} after ${minutes(performance.now() - from)}`);
    return !isDone;
  });
  console.error(`\nAll of it took ${minutes(performance.now() - begun)}. bench/RESULTS.md has the figures.`);
  if (failed.length > 0) console.error(`Failed, see above: ${failed.join(", ")}`);
  return failed.length > 0 ? 1 : 0;
}
