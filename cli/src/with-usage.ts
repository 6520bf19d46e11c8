import { YourcallError } from "@yourcall/core";
import { exitCodes } from "./exit-codes.ts";
import { say } from "./say.ts";
import { UsageError } from "./usage-error.ts";

/** Runs a command; wrong usage and known failures become a sentence and an exit code, never a stack trace. */
export async function withUsage(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof UsageError) {
      say(message);
      return exitCodes.usage;
    }
    if (code?.startsWith("ERR_PARSE_ARGS") === true) {
      say(message.replace(/\. To specify.*$/s, "."));
      return exitCodes.usage;
    }
    if (!YourcallError.isInstance(error)) throw error;
    say(message);
    if ((error.code === "unauthorized" || error.code === "forbidden") && process.env.YOURCALL_TOKEN)
      say(
        "The token is the one in YOURCALL_TOKEN. Agents (`ask`, `hook`, `wait` with a whole id) need one of scope agent, people one of scope human.",
      );
    return error.code === "invalid-ask" || error.code === "invalid-answer" ? exitCodes.usage : exitCodes.failure;
  }
}
