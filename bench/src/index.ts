import { WrongUsage } from "./wrong-usage.ts";

/** What can be measured, by name. A subject takes the arguments after its name and returns the exit code. */
const subjects: Record<string, () => Promise<(args: string[]) => Promise<number>>> = {
  desk: async () => (await import("./desk.ts")).benchDesk,
  hook: async () => (await import("./hook.ts")).benchHook,
  hub: async () => (await import("./hub.ts")).benchHub,
  mcp: async () => (await import("./mcp.ts")).benchMcp,
  postgres: async () => (await import("./postgres.ts")).benchPostgres,
  prompt: async () => (await import("./prompt.ts")).benchPrompt,
};

const [name = "", ...args] = process.argv.slice(2);
try {
  const load = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  if (load === undefined) throw new WrongUsage(`Subjects: ${Object.keys(subjects).join(", ")}`);
  const bench = await load();
  process.exitCode = await bench(args);
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  console.error(`Usage: npm run bench -- SUBJECT [--rounds N] [--warmup N] [--only TEXT] [--quick]\n${error.message}`);
  process.exitCode = 2;
}
