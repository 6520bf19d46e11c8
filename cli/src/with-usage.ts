import { YourcallError } from "@yourcall/core";
import { exitCodes } from "./exit-codes.ts";
import { say } from "./say.ts";

/**
 * Runs a command; wrong usage and known failures become a sentence and an exit code, never a stack trace. `options` are those
 * it parses, to name the one that was meant.
 */
export async function withUsage(command: () => Promise<number>, options: object = {}): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const { code, name, message } = error as { code?: string; name: string; message: string };
    // By name: each bundled file has its own class.
    if (name === "UsageError") {
      say(message);
      return exitCodes.usage;
    }
    if (code?.startsWith("ERR_PARSE_ARGS") === true) {
      const { describeOptionError } = await import("./describe-option-error.ts");
      say(describeOptionError({ code, message }, Object.keys(options)));
      return exitCodes.usage;
    }
    if (!YourcallError.isInstance(error)) throw error;
    say(message);
    if ((error.code === "unauthorized" || error.code === "forbidden") && process.env.YOURCALL_TOKEN)
      say(
        "The token comes from YOURCALL_TOKEN. Agents (`ask`, `hook`, `wait` with a whole id) need an agent token, people a human token.",
      );
    return error.code === "invalid-ask" || error.code === "invalid-answer" ? exitCodes.usage : exitCodes.failure;
  }
}
