import { type AskRequest, InvalidAskError, machineClock, toAskLeniently } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import type { HubClient } from "./create-hub-client.ts";
import { type Answered, type EndedAsk, type FollowAnsweredOptions, followAnswered } from "./follow-answered.ts";

/** What a bridge to a framework needs of the hub: a client with a named agent token, which cannot answer what it asks. */
export type BridgeHub = Pick<
  HubClient,
  "create" | "list" | "listAll" | "events" | "get" | "claim" | "delivery" | "cancel"
>;

/** What a pause asks. The key names the pause, and is the same after a restart. */
export type PauseRequest = AskRequest & { key: string };

/** The runs of one framework. A run is the session of what it asks. */
export interface PausedRuns {
  hub: BridgeHub;
  /** The name that people see as the asker; it also tells the runs of one bridge from those of another with the same token. */
  name: string;
  /** The runs that are paused now. */
  list(): AsyncIterable<string>;
  /** What the open pauses of a run ask. With `isResumed`, this process has just continued the run without a failure. */
  read(run: string, isResumed: boolean): Promise<PauseRequest[]>;
  /** Continues a run with the outcomes of all its open pauses, until it ends or pauses again. `refused`: it cannot, and stays paused. */
  resume(run: string, asks: EndedAsk[]): Promise<Answered>;
  /** What became of an outcome whose pause is no longer open. Continues the run first, if it was resumed and then died. */
  recover(run: string, ask: EndedAsk): Promise<Answered>;
  /** What became of an outcome with which the run was continued. Taken by default. */
  report?(ask: EndedAsk): Promise<Answered>;
}

export type FollowRunsOptions = Pick<FollowAnsweredOptions, "holder" | "leaseMs" | "onError" | "clock">;

/** Whether the asks of this bridge include this one. */
function isOwn({ name }: PausedRuns, { metadata }: WireAsk): boolean {
  return metadata?.bridge === name;
}

/** Puts what the open pauses of a run ask, withdraws what it no longer waits for, and returns the asks of the pauses. */
export async function settleRun(runs: PausedRuns, run: string, isResumed = false): Promise<WireAsk[]> {
  const { hub } = runs;
  // Read before the pauses: an ask that came later belongs to a later pause.
  const pending = (await toList(hub.listAll({ session: run, status: "pending" }))).filter((ask) => isOwn(runs, ask));
  const requests = await runs.read(run, isResumed);
  const asks = await Promise.all(requests.map((request) => putAsk(runs, run, request)));
  for (const { id } of pending)
    if (!asks.some((ask) => ask.id === id)) await hub.cancel(id, "The run went on without it.").catch(() => {});
  return asks;
}

/** The ask of a pause whose run passed on this value, unless its bridge makes one itself: a text is a question. */
export function toPauseAsk(value: unknown): AskRequest {
  const read = toAskLeniently(typeof value === "string" ? { question: value } : value);
  if ("issues" in read) throw new InvalidAskError(read.issues);
  return read.ask;
}

/** The newest ask of a pause, whatever became of it. */
export async function findAsk(
  { hub }: Pick<PausedRuns, "hub">,
  run: string,
  key: string,
): Promise<WireAsk | undefined> {
  return (await hub.list({ session: run, key, status: "all", order: "newest", limit: 1 })).asks[0];
}

// Found first, because newer code may put the same pause in other words, which the hub would refuse.
async function putAsk(runs: PausedRuns, run: string, { metadata, agent, ...request }: PauseRequest): Promise<WireAsk> {
  const { hub, name } = runs;
  const found = await findAsk(runs, run, request.key);
  if (found !== undefined) return found;
  const who = { ...agent, name, session: run };
  return hub.create({ ...request, metadata: { ...metadata, bridge: name }, agent: who });
}

/**
 * Continues each run once all that it waits for has been decided, one follower at a time:
 *
 *     paused runs, at the start ──▶ ask what a crash kept from being asked
 *     an outcome ──▶ claim ──┬─ others of the run are pending ──▶ later
 *                            ├─ all decided ──▶ resume ──▶ ask the next ──▶ taken
 *                            └─ its pause is gone ──▶ recover ─┘
 */
export function followRuns(runs: PausedRuns, options: FollowRunsOptions = {}): { close(): Promise<void> } {
  const { hub } = runs;
  const { onError = (error: unknown) => console.error(error), clock = machineClock } = options;
  const stop = new AbortController();
  const { signal } = stop;

  async function goOn(ask: EndedAsk): Promise<Answered> {
    const run = ask.agent.session ?? "";
    const asks = await settleRun(runs, run);
    if (!asks.some(({ id }) => id === ask.id)) {
      const recovered = await runs.recover(run, ask);
      await askNext(run);
      return recovered;
    }
    const ended = asks.filter((one): one is EndedAsk => one.outcome !== undefined);
    // The last of them to be decided continues the run.
    if (ended.length < asks.length) return { state: "waiting" };
    const stuck = await runs.resume(run, ended);
    if (stuck === undefined) await askNext(run);
    const report = async (one: EndedAsk) => stuck ?? (await runs.report?.(one));
    for (const other of ended)
      if (other.id !== ask.id) await hub.delivery(other.id, { state: "taken", ...(await report(other)), session: run });
    return report(ask);
  }

  /** Before the outcome counts as taken, so that a crash in between cannot lose the next question. */
  async function askNext(run: string): Promise<void> {
    await settleRun(runs, run, true).catch((error) => {
      // Asking again would not help; the run has gone on nevertheless.
      if (!InvalidAskError.isInstance(error)) throw error;
      onError(error);
    });
  }

  /** Asks what a crash kept from being asked. */
  async function askAgain(): Promise<void> {
    const failed = new Set<string>();
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        for (const run of tries > 0 && failed.size > 0 ? [...failed] : await toList(runs.list()))
          await askOnce(run, failed);
        if (failed.size === 0) return;
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      await pause(clock, Math.min(60_000, 1000 * 2 ** Math.min(tries, 6)), signal).catch(() => {});
    }
  }

  async function askOnce(run: string, failed: Set<string>): Promise<void> {
    if (signal.aborted) return;
    failed.delete(run);
    try {
      await settleRun(runs, run);
    } catch (error) {
      if (!InvalidAskError.isInstance(error)) failed.add(run);
      onError(error);
    }
  }

  const filter = (ask: WireAsk) => isOwn(runs, ask);
  const following = followAnswered({ ...options, hub, filter, onAnswered: goOn });
  const asking = askAgain();
  return {
    async close() {
      stop.abort();
      await following.close();
      await asking;
    },
  };
}

async function toList<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
