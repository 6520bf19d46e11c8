import type { Answered, BridgeHub, EndedAsk, FollowRunsOptions, WireAsk } from "@yourcall/client";
import {
  findAsk,
  followRuns,
  type PausedRuns,
  type PauseRequest,
  settleRun,
  toPauseAsk,
} from "@yourcall/client/internal";
import { type Ask, type AskRequest, InvalidAskError, toAskToolOutput } from "@yourcall/core";
import { listPaused, type PausableGraph, type Pause, readPauses, toConfig, wasResumed } from "./graph.ts";
import { isReview, toApprovals, toDecision } from "./review.ts";

/** A graph whose interrupts are put to people. */
export interface GraphBridge {
  /** With a named agent token. */
  hub: BridgeHub;
  graph: PausableGraph;
  /** The name that people see as the asker. Graphs that share a token need different ones. `langgraph` by default. */
  name?: string;
  /**
   * What an interrupt asks. By default a string, `{ question, options? }` or `{ questions }` is a question, and what
   * LangChain's `humanInTheLoopMiddleware` sends is an approval for each call.
   */
  toAsk?: (value: unknown) => AskRequest;
  /** What `interrupt()` returns. `{ outcome, text }` by default: how the ask ended, and the words for a model. */
  toValue?: (ask: EndedAsk) => unknown;
  /** The threads that are paused, for `follow`. By default they are found by reading every checkpoint. */
  threads?: () => AsyncIterable<string>;
}

export type FollowOptions = FollowRunsOptions;

/**
 * Puts the open interrupts of a thread to people, and returns their asks. To be called when a run has paused; calling it again is harmless.
 *
 * @example
 * const asks = await settle({ hub, graph }, "thread-1");
 */
export function settle(bridge: GraphBridge, thread: string): Promise<WireAsk[]> {
  return settleRun(toRuns(bridge), thread);
}

/**
 * Continues each thread once all that it waits for has been decided, on one server at a time, also after a crash.
 *
 * @example
 * const following = follow({ hub, graph });
 * await following.close();
 */
export function follow(bridge: GraphBridge, options?: FollowOptions): { close(): Promise<void> } {
  return followRuns(toRuns(bridge), options);
}

/** Where an ask belongs, kept with it: one of `of` asks of a pause. */
interface Place {
  id: string;
  count: number;
  of: number;
}

const placeOf = ({ metadata }: Pick<Ask, "metadata">) => metadata?.pause as Place;
const toKey = ({ key }: Pick<Pause, "key">, index: number, of: number) => (of === 1 ? key : `${key}:${index}`);

function toRuns(bridge: GraphBridge): PausedRuns {
  const { hub, graph, name = "langgraph", threads = () => listPaused(graph) } = bridge;
  const read = (thread: string) => graph.getState(toConfig(thread), { subgraphs: true });
  const run = (input: unknown, thread: string) => graph.invoke(input, { ...toConfig(thread), durability: "sync" });

  /** After a failure in a resumed node its old interrupt looks like a new one, until the node has run again. */
  async function isOld(thread: string, { id, count }: Pause): Promise<boolean> {
    if (count === 0) return false;
    const before = await findPause(thread, id, count - 1);
    return before?.delivery?.state === "waiting" && (await findPause(thread, id, count)) === undefined;
  }

  async function findPause(thread: string, id: string, count: number): Promise<WireAsk | undefined> {
    const key = `${id}:${count}`;
    return (await findAsk({ hub }, thread, key)) ?? (await findAsk({ hub }, thread, `${key}:0`));
  }

  /** The call ran, or what kept it from running. */
  async function report(ask: EndedAsk): Promise<Answered> {
    const { id, count, of } = placeOf(ask);
    if (of === 1 || toDecision(ask)?.type === "reject") return;
    const keys = Array.from({ length: of }, (_, index) => toKey({ key: `${id}:${count}` }, index, of));
    const asks = await Promise.all(keys.map((key) => findAsk({ hub }, ask.agent.session ?? "", key)));
    // LangChain then runs none of the calls.
    if (asks.some((one) => one?.outcome !== undefined && toDecision(one as EndedAsk)?.type === "reject"))
      return { state: "refused", note: "not run: another call of this step was rejected" };
  }

  return {
    hub,
    name,
    list: threads,
    report,
    async read(thread, isResumed) {
      const requests: PauseRequest[] = [];
      for (const pause of await readPauses(graph, await read(thread)))
        if (isResumed || !(await isOld(thread, pause))) requests.push(...toRequests(pause, bridge));
      return requests;
    },
    async resume(thread, asks) {
      const values = new Map<string, unknown>();
      for (const pause of await readPauses(graph, await read(thread))) {
        const own = asks.filter((ask) => placeOf(ask).id === pause.id && placeOf(ask).count === pause.count);
        const value = toResume(pause, own, bridge);
        if (value === undefined)
          return { state: "refused", note: "the run is still paused: it does not accept this decision" };
        values.set(pause.id, value.value);
      }
      // By id, because a plain value would answer whichever interrupt comes next. `lg_name` marks a Command of any copy of LangGraph.
      await run({ lg_name: "Command", resume: Object.fromEntries(values) }, thread);
    },
    async recover(thread, ask) {
      if (!(await wasResumed(graph, thread, placeOf(ask).id)))
        return { state: "refused", note: "the run went on without it" };
      const state = await read(thread);
      const pauses = await readPauses(graph, state);
      const old = await Promise.all(pauses.map((pause) => isOld(thread, pause)));
      if (state.next.length > 0 && (pauses.length === 0 || old.includes(true))) await run(null, thread);
      return report(ask);
    },
  };
}

function toRequests(pause: Pause, { toAsk, toValue }: GraphBridge): PauseRequest[] {
  const { id, count, interrupt } = pause;
  if (interrupt.response_schema !== undefined && toValue === undefined)
    throw refusal("The interrupt has a responseSchema. Give the bridge `toValue`, which makes a value that fits it.");
  const asks = toAsks(interrupt.value, toAsk);
  const of = asks.length;
  return asks.map((ask, index) => ({
    ...ask,
    key: toKey(pause, index, of),
    metadata: { ...ask.metadata, pause: { id, count, of } satisfies Place },
  }));
}

function toAsks(value: unknown, toAsk: GraphBridge["toAsk"]): AskRequest[] {
  if (isReview(value)) return toApprovals(value);
  return [(toAsk ?? toPauseAsk)(value)];
}

/** The value to resume an interrupt with; undefined if LangGraph would not accept what was decided. */
function toResume({ interrupt }: Pause, asks: EndedAsk[], { toValue = toOutput }: GraphBridge) {
  if (!isReview(interrupt.value)) return asks[0] === undefined ? undefined : { value: toValue(asks[0]) };
  const decisions = asks.toSorted((a, b) => indexOf(a) - indexOf(b)).flatMap((ask) => toDecision(ask) ?? []);
  return decisions.length === interrupt.value.actionRequests.length ? { value: { decisions } } : undefined;
}

const toOutput = (ask: EndedAsk) => toAskToolOutput(ask, ask.outcome);
const indexOf = ({ key = "" }: EndedAsk) => Number(key.split(":")[2] ?? 0);

function refusal(message: string): InvalidAskError {
  return new InvalidAskError([{ path: "", message }]);
}
