import { type HubClient, type HubUnreachableError, isRetryable, type WireAsk } from "@yourcall/client";
import type { AskRequest } from "@yourcall/core";
import { connect } from "../hub/connect.ts";
import { toDurationWords } from "../parse-duration.ts";
import { say } from "../say.ts";
import { TimeOver } from "./time-over.ts";

// A hub that was never there is a failure to tell of; one that goes away later is waited for.
const findHubMs = 30_000;
// However short the time of the ask is: a hub that has to be started first, and one that is there, take their moment.
const startMs = 5000;
const replyMs = 2000;

/** An ask that the hub has, and the way to it. */
export interface HandedOver {
  created: WireAsk;
  client: HubClient;
}

/**
 * Puts the ask into the hub. Its own time counts here as well: no hub has taken it by then, and a `TimeOver` says whether
 * one may still have it.
 */
export async function handOver(request: AskRequest): Promise<HandedOver> {
  const limitMs = request.timeoutMs === undefined ? undefined : Math.min(request.timeoutMs, findHubMs);
  const startedAt = Date.now();
  let mayExist = false;
  const note = (error: Error) => {
    mayExist ||= (error as Partial<HubUnreachableError>).mayHaveArrived !== false;
    return true;
  };
  const connecting = connect("agent", { start: true, revive: note, tell: say });
  const client = await (limitMs === undefined ? connecting : orTimeOver(Math.max(limitMs, startMs), connecting));
  try {
    const withinMs = limitMs === undefined ? findHubMs : Math.max(startedAt + limitMs - Date.now(), replyMs);
    return { created: await client.create(request, { withinMs }), client };
  } catch (error) {
    client.close();
    if (!isRetryable(error)) throw error;
    note(error);
    if (mayExist) throw new TimeOver(`${error.message} ${toMayHaveIt(request.timeoutMs)}`);
    if (limitMs === undefined) throw error;
    throw new TimeOver(`${toNobodyHasIt(limitMs)} ${error.message}`);
  }
}

function orTimeOver<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeOver(`${toNobodyHasIt(ms)} \`yourcall doctor\` looks further.`)), ms);
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function toMayHaveIt(timeoutMs: number | undefined): string {
  const until = timeoutMs === undefined ? "" : " until its time is over";
  return `Nothing was answered. If the ask reached the hub, \`yourcall list\` shows it${until}.`;
}

function toNobodyHasIt(ms: number): string {
  return `No hub took the ask within ${toDurationWords(ms)}, so nobody has it and nothing was answered.`;
}
