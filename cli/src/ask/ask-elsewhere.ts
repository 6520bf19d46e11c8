import { type HubClient, isRetryable, type WireAsk } from "@yourcall/client";
import { type Ask, humanExtensionMs, type Outcome } from "@yourcall/core";
import { exitCodes, toExitCode } from "../exit-codes.ts";
import { connect } from "../hub/connect.ts";
import { print } from "../print.ts";
import { say } from "../say.ts";
import { leaveMs, within } from "../within.ts";
import type { AskArguments } from "./ask-arguments.ts";
import { toAskRequest } from "./ask-request.ts";
import { formatOutcome } from "./format-outcome.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import { TimeOver } from "./time-over.ts";
import { withdraw } from "./withdraw.ts";

// Whether an ask has expired is the hub's to say. It gets this long for it after the deadline, also to come back.
const overdueMs = 5000;

/** Asks where nobody sits: the hub takes the question, and whoever is at another screen answers it. */
export async function askElsewhere(ask: Ask, given: AskArguments): Promise<number> {
  // From here on a signal must not leave an ask behind that nobody waits for.
  const interrupted = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted.resolve);
  const leaving = new AbortController();
  const creating = handOver(toAskRequest(ask, given));
  const waiting = creating.then((handed) => {
    if (leaving.signal.aborted) return exitCodes.interrupted;
    const acting = given.noWait ? printPending(handed.created) : wait(ask, given, handed, leaving.signal);
    return acting.finally(() => handed.client.close());
  });
  const first = await Promise.race([waiting, interrupted.promise]).catch((error) => {
    if (!(error instanceof TimeOver)) throw error;
    return error;
  });
  if (typeof first === "number") return first;
  if (first instanceof TimeOver) {
    say(first.message);
    // What still looks for a hub would hold the process.
    process.exit(exitCodes.failure);
  }
  waiting.catch(() => {});
  leaving.abort();
  say(await leave(creating, first));
  // A hub that does not answer would hold the process.
  process.exit(exitCodes.interrupted);
}

async function printPending({ id, status, url }: WireAsk): Promise<number> {
  await print(`${JSON.stringify({ id, status, url })}\n`);
  return exitCodes.answered;
}

/** The question is safe now, so its answer may take as long as it takes. */
async function wait(ask: Ask, given: AskArguments, handed: HandedOver, signal: AbortSignal): Promise<number> {
  const { id, url, status, expiresAt } = handed.created;
  // One that is asked again may have been answered meanwhile.
  if (status === "pending") say(`waiting for an answer: ${url} or \`yourcall answer ${id}\``);
  const leftMs = expiresAt === undefined ? undefined : Math.max(0, Date.parse(expiresAt) - Date.now());
  const outcome = await waitForWord(handed.client, id, leftMs, signal);
  await print(formatOutcome(given.format, id, ask, outcome));
  return toExitCode(outcome);
}

/** The hub's word on how the ask ended. Throws a `TimeOver` where the time is over and no hub is there to say it. */
async function waitForWord(
  client: HubClient,
  id: string,
  timeoutMs: number | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  let limitMs = timeoutMs;
  let overdue = false;
  for (;;) {
    try {
      const outcome = await client.wait(id, { signal, timeoutMs: limitMs });
      if (outcome !== null) return outcome;
      // It answers, and the ask waits on: somebody is at it, which puts the deadline off by as much.
      limitMs = humanExtensionMs;
      overdue = false;
    } catch (error) {
      if (limitMs === undefined || signal.aborted || !isRetryable(error)) throw error;
      if (overdue)
        throw new TimeOver(
          `The time is over and the hub does not answer. Nothing was answered here; \`yourcall wait ${id}\` tells how it ended.`,
        );
      limitMs = overdueMs;
      overdue = true;
    }
  }
}

async function leave(creating: Promise<HandedOver>, signal: NodeJS.Signals): Promise<string> {
  const handed = await within(
    leaveMs,
    creating.catch(() => undefined),
  );
  if (handed === undefined)
    return "Interrupted. The hub does not answer: if the ask reached it, `yourcall list` shows it.";
  const { created } = handed;
  // A closed terminal takes no question away; Ctrl-C and SIGTERM do.
  if (signal === "SIGHUP") return `The ask waits on: yourcall answer ${created.id}`;
  return `Interrupted. ${await withdraw(() => connect("agent", { start: false }), created.id, `interrupted by ${signal}`)}`;
}
