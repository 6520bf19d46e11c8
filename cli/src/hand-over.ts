import { type HubUnreachableError, isRetryable, type WireAsk } from "@yourcall/client";
import type { AskRequest } from "@yourcall/core";
import { connect } from "./connect.ts";
import { toDurationWords } from "./parse-duration.ts";
import { say } from "./say.ts";
import { TimeOver } from "./time-over.ts";

// A hub that was never there is a failure to tell of; one that goes away later is waited for.
const findHubMs = 30_000;
// However short the time of the ask is: a hub that has to be started first, and one that is there, take their moment.
const startMs = 5000;
const replyMs = 2000;

/**
 * Puts the ask into the hub. Its own time counts here as well: no hub has taken it by then, and a `TimeOver` says whether
 * one may still have it.
 */
export async function handOver(request: AskRequest): Promise<WireAsk> {
  const limitMs = request.timeoutMs === undefined ? undefined : Math.min(request.timeoutMs, findHubMs);
  const startedAt = Date.now();
  let mayExist = false;
  const note = (error: Error) => {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived !== false;
    return true;
  };
  const connecting = connect("agent", { start: true, revive: note, giveUpAfterMs: findHubMs, tell: say });
  const client = await (limitMs === undefined ? connecting : orTimeOver(Math.max(limitMs, startMs), connecting));
  try {
    if (limitMs === undefined) return await client.create(request);
    return await client.create(request, { withinMs: Math.max(startedAt + limitMs - Date.now(), replyMs) });
  } catch (error) {
    if (limitMs === undefined || !isRetryable(error)) throw error;
    note(error);
    throw new TimeOver(
      mayExist
        ? `${error.message} Nothing was answered. If the ask reached the hub, \`yourcall list\` shows it until its time is over.`
        : `${toNobodyHasIt(limitMs)} ${error.message}`,
    );
  } finally {
    client.close();
  }
}

function orTimeOver<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeOver(`${toNobodyHasIt(ms)} \`yourcall doctor\` looks further.`)), ms);
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function toNobodyHasIt(ms: number): string {
  return `No hub took the ask within ${toDurationWords(ms)}, so nobody has it and nothing was answered.`;
}
