import { type ParseArgsConfig, parseArgs } from "node:util";
import { YourcallError } from "@yourcall/core";
import type { Definition, Options, Values } from "./command.ts";
import { readConfig } from "./hub/read-config.ts";
import { beQuiet, warn } from "./print.ts";

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

/** What was given on the command line. `tokens` has it in its order. */
export interface Given<O extends Options> {
  help: boolean;
  values: Values<O>;
  positionals: string[];
  tokens: (
    | { kind: "option"; name: string; value?: string }
    | { kind: "positional"; value: string }
    | { kind: "option-terminator" }
  )[];
}

// Every command has these.
const common = { help: { type: "boolean", short: "h" }, quiet: { type: "boolean" } } as const;
type Parsed = NonNullable<ParseArgsConfig["options"]>;

/** Parses the arguments of a command, prints its help for `--help`, and runs it as `withUsage` does. */
export function runCommand<O extends Options>(
  definition: Definition<O>,
  args: string[],
  act: (given: Given<O>) => Promise<number>,
): Promise<number> {
  return withUsage(async () => {
    const given = parseCommand(definition, args);
    if ("quiet" in given.values) beQuiet();
    if (given.help) return showHelp(definition);
    if (!["serve", "doctor", "config"].includes(definition.name)) warnOfConfig();
    return act(given);
  }, definition.options);
}

/** Says if the settings cannot be read. (`serve`, `doctor` and `config` say it in their own way.) */
export function warnOfConfig(): void {
  try {
    readConfig(warn);
  } catch {
    // A state directory that cannot be trusted is reported by what needs it.
  }
}

/** What was given. Throws Node's error or a `UsageError` if it is wrong. */
export function parseCommand<O extends Options>({ options, takes }: Definition<O>, args: string[]): Given<O> {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: { ...common, ...options } as Parsed,
    allowPositionals: takes !== undefined,
    tokens: true,
  });
  const given = { help: values.help === true, values: values as Values<O>, positionals, tokens };
  if (!given.help) for (const token of tokens) if (token.kind === "option") checkValue(options, token);
  return given;
}

function checkValue(options: Options, { name, value = "" }: { name: string; value?: string }): void {
  const known = options[name]?.values;
  if (known !== undefined && !known.includes(value))
    throw new UsageError(`--${name} must be one of ${known.join(", ")}, got "${value}".`);
}

/** Prints the help of a command, which loads only now. */
export async function showHelp(definition: Definition): Promise<number> {
  const { printHelp } = await import("./help-page.ts");
  printHelp(definition);
  return exitCodes.answered;
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
      warn(message);
      return exitCodes.usage;
    }
    if (code?.startsWith("ERR_PARSE_ARGS") === true) {
      const { describeOptionError } = await import("./nearest.ts");
      warn(describeOptionError({ code, message }, Object.keys(options)));
      return exitCodes.usage;
    }
    if (!YourcallError.isInstance(error)) throw error;
    warn(message);
    if (mayHaveWrongToken(error))
      warn(
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
