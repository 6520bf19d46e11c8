import { type ParseArgsConfig, parseArgs } from "node:util";
import { printHelp } from "./print-help.ts";
import { withUsage } from "./with-usage.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; tokens: true }>>;

/** Parses the arguments of a command and runs it as `withUsage` does; `--help` prints its help, which may load only then. */
export function runCommand<const O extends Options>(
  args: string[],
  {
    options,
    help,
    allowPositionals = false,
  }: { options: O; help: string | (() => Promise<string>); allowPositionals?: boolean },
  command: (given: Given<O>) => Promise<number>,
): Promise<number> {
  const all = { ...options, help: { type: "boolean", short: "h" } } as const;
  return withUsage(async () => {
    const given = parseArgs({ args, options: all, allowPositionals, tokens: true });
    if ((given.values as { help?: boolean }).help !== true) return command(given as Given<O>);
    printHelp(typeof help === "string" ? help : await help());
    return 0;
  }, all);
}
