import type { WireAsk } from "@yourcall/client";
import type { Ask } from "@yourcall/core";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { connect } from "./connect.ts";
import { exitCodes, toExitCode } from "./exit-codes.ts";
import { formatOutcome } from "./format-outcome.ts";
import { print } from "./print.ts";
import { say } from "./say.ts";
import { withdraw } from "./withdraw.ts";
import { leaveMs, within } from "./within.ts";

// A hub that was never there is a failure to tell of; one that goes away later is waited for.
const findHubMs = 30_000;

/** Asks where nobody sits: the hub takes the question, and whoever is at another screen answers it. */
export async function askElsewhere(ask: Ask, given: AskArguments): Promise<number> {
  // From here on a signal must not leave an ask behind that nobody waits for.
  const interrupted = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted.resolve);
  const leaving = new AbortController();
  const creating = create(ask, given);
  const waiting = creating.then((created) =>
    given.noWait ? printPending(created) : wait(ask, given, created, leaving.signal),
  );
  const first = await Promise.race([waiting, interrupted.promise]);
  if (typeof first === "number") return first;
  waiting.catch(() => {});
  leaving.abort();
  say(await leave(creating, first));
  // A hub that does not answer would hold the process.
  process.exit(exitCodes.interrupted);
}

async function create(ask: Ask, given: AskArguments): Promise<WireAsk> {
  const client = await connect("agent", { start: true, giveUpAfterMs: findHubMs, tell: say });
  try {
    return await client.create(toAskRequest(ask, given));
  } finally {
    client.close();
  }
}

async function printPending({ id, status, url }: WireAsk): Promise<number> {
  await print(`${JSON.stringify({ id, status, url })}\n`);
  return exitCodes.answered;
}

/** The question is safe now, so its answer may take as long as it takes. */
async function wait(ask: Ask, given: AskArguments, { id, url }: WireAsk, signal: AbortSignal): Promise<number> {
  const client = await connect("agent", { start: true, tell: say });
  try {
    say(`waiting for an answer: ${url} or \`yourcall answer ${id}\``);
    const outcome = await client.wait(id, { signal });
    if (outcome === null) throw new TypeError("Waiting without an end has ended.");
    await print(formatOutcome(given.format, id, ask, outcome));
    return toExitCode(outcome);
  } finally {
    client.close();
  }
}

async function leave(creating: Promise<WireAsk>, signal: NodeJS.Signals): Promise<string> {
  const created = await within(
    leaveMs,
    creating.catch(() => undefined),
  );
  if (created === undefined)
    return "Interrupted. The hub does not answer: if the ask reached it, `yourcall list` shows it.";
  // A closed terminal takes no question away; Ctrl-C and SIGTERM do.
  if (signal === "SIGHUP") return `The ask waits on: yourcall answer ${created.id}`;
  return `Interrupted. ${await withdraw(() => connect("agent", { start: false }), created.id, `interrupted by ${signal}`)}`;
}
