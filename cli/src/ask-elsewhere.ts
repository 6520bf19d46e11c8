import type { Ask } from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { connect } from "./connect.ts";
import { exitCodes, toExitCode } from "./exit-codes.ts";
import { formatOutcome } from "./format-outcome.ts";
import { say } from "./say.ts";

/** Asks where nobody sits: the hub takes the question, and whoever is at another screen answers it. */
export async function askElsewhere(ask: Ask, given: AskArguments): Promise<number> {
  const client = await connect("agent", { start: true });
  try {
    const { id, url, status } = await client.create(toAskRequest(ask, given));
    if (given.noWait) {
      process.stdout.write(`${JSON.stringify({ id, status, url })}\n`);
      return exitCodes.answered;
    }
    say(`waiting for an answer: ${url} or \`yourcall answer ${id}\``);
    const interrupted = Promise.withResolvers<NodeJS.Signals>();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted.resolve);
    const first = await Promise.race([client.wait(id), interrupted.promise]);
    if (first === null || typeof first === "string") {
      // A closed terminal takes no question away; Ctrl-C and SIGTERM do.
      if (first !== "SIGHUP") await client.cancel(id, `interrupted by ${first}`).catch(() => {});
      say(first === "SIGHUP" ? `The ask waits on: yourcall answer ${id}` : "Interrupted. The ask was withdrawn.");
      return exitCodes.interrupted;
    }
    process.stdout.write(formatOutcome(given.format, id, ask, first));
    return toExitCode(first);
  } finally {
    client.close();
  }
}
