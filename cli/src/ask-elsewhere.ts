import type { WireAsk } from "@yourcall/client";
import type { Ask } from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { connect } from "./connect.ts";
import { exitCodes, toExitCode } from "./exit-codes.ts";
import { formatOutcome } from "./format-outcome.ts";
import { print } from "./print.ts";
import { say } from "./say.ts";

/** Asks where nobody sits: the hub takes the question, and whoever is at another screen answers it. */
export async function askElsewhere(ask: Ask, given: AskArguments): Promise<number> {
  const { id, url, status } = await create(ask, given);
  if (given.noWait) {
    await print(`${JSON.stringify({ id, status, url })}\n`);
    return exitCodes.answered;
  }
  // The question is safe now, so its answer may take as long as it takes.
  const client = await connect("agent", { start: true });
  try {
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
    await print(formatOutcome(given.format, id, ask, first));
    return toExitCode(first);
  } finally {
    client.close();
  }
}

// A hub that was never there is a failure to tell of; one that goes away later is waited for.
const findHubMs = 30_000;

async function create(ask: Ask, given: AskArguments): Promise<WireAsk> {
  const client = await connect("agent", { start: true, giveUpAfterMs: findHubMs });
  try {
    return await client.create(toAskRequest(ask, given));
  } finally {
    client.close();
  }
}
