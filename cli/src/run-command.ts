import { type ParseArgsConfig, parseArgs } from "node:util";
import { YourcallError } from "@yourcall/core";
import { printHelp } from "./print-help.ts";
import { say } from "./say.ts";

declare global {
  /** The version of the command, filled in by the build. */
  const VERSION: string;
}

/** The exit codes of `ask` and `wait`; scripts branch on them. */
export const exitCodes = {
  answered: 0,
  failure: 1,
  usage: 2,
  declined: 3,
  expired: 4,
  cancelled: 5,
  pending: 6,
  noPreference: 7,
  interrupted: 130,
} as const;

/** Wrong usage, or input that is not an ask: exit code 2, the message on stderr, no stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;
/** What was given on the command line. */
export type Given<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; tokens: true }>
>;

/**
 * Parses the arguments of a command and runs it as `withUsage` does. `--help` prints its help, which may be loaded only then.
 */
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

/**
 * Runs a command; wrong usage and known failures become a sentence and an exit code, never a stack trace. `options` are the
 * command's own, to suggest the one that was meant.
 */
export async function withUsage(command: () => Promise<number>, options: object = {}): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const { code, name, message } = error as { code?: string; name: string; message: string };
    // Compared by name, because each bundled file has its own class.
    if (name === "UsageError") {
      say(message);
      return exitCodes.usage;
    }
    if (code?.startsWith("ERR_PARSE_ARGS") === true) {
      const { describeOptionError } = await import("./nearest.ts");
      say(describeOptionError({ code, message }, Object.keys(options)));
      return exitCodes.usage;
    }
    if (!YourcallError.isInstance(error)) throw error;
    say(message);
    if (mayHaveWrongToken(error))
      say(
        "The token comes from YOURCALL_TOKEN. Agents (`ask`, `hook`, `wait` with a whole id) need an agent token, people a human token.",
      );
    return error.code === "invalid-ask" || error.code === "invalid-answer" ? exitCodes.usage : exitCodes.failure;
  }
}

function mayHaveWrongToken({ code, message }: YourcallError): boolean {
  const token = process.env.YOURCALL_TOKEN;
  if (!token) return false;
  if (code === "unauthorized") return true;
  // A person's token may also be refused because of the ask, such as one for somebody else.
  return code === "forbidden" && (!token.startsWith("yc_human_") || message.includes("scope"));
}
