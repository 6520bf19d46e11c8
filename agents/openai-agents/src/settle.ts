import { approval, type BridgeHub, type EndedAsk, type FollowRunsOptions, type WireAsk } from "@yourcall/client";
import { followRuns, type PausedRuns, settleRun } from "@yourcall/client/internal";
import { toVerdict } from "@yourcall/core";
import { parseJson, toRefusalText } from "@yourcall/core/internal";

/** A call that waits for an approval. */
interface ApprovalItem {
  name?: string;
  arguments?: string;
  rawItem: object;
}

/** What is needed of a `RunState`. */
export interface PausableState {
  getInterruptions(): ApprovalItem[];
  approve(item: ApprovalItem, options?: { alwaysApprove?: boolean }): void;
  reject(item: ApprovalItem, options?: { message?: string }): void;
  toString(): string;
}

/** Where runs are kept between their pauses, because the SDK keeps none. */
export interface RunStore {
  /** Resolves once it is safe from a crash. A run that is no longer paused is saved too, so that a restart finds how far it got. */
  save(id: string, run: { text: string; isPaused: boolean }): Promise<void>;
  /** The text of a run; undefined if there is none. */
  load(id: string): Promise<string | undefined>;
  /** The ids of the runs that are paused. */
  list(): Promise<string[]>;
}

/** Runs of the OpenAI Agents SDK whose approvals are given by people. */
export interface AgentsBridge {
  /** With a named agent token. */
  hub: BridgeHub;
  store: RunStore;
  /** Reads a run: `(text) => RunState.fromString(agent, text)`. */
  open(text: string, id: string): Promise<PausableState>;
  /** Continues a run: `(state) => run(agent, state)`. What to do with its result belongs here. */
  run(state: PausableState, id: string): Promise<{ state: PausableState }>;
  /** The name that people see as the asker. Agents that share a token need different ones. `openai-agents` by default. */
  name?: string;
}

export type FollowOptions = FollowRunsOptions;

/**
 * Saves a run that has paused and asks for its approvals. Without `state`, asks again for a run that was saved.
 *
 * @example
 * const asks = await settle(bridge, "run-1");
 */
export async function settle(bridge: AgentsBridge, id: string, state?: PausableState): Promise<WireAsk[]> {
  if (state !== undefined) await save(bridge, id, state);
  return settleRun(toRuns(bridge), id);
}

/**
 * Continues each run once all its calls have been decided, on one server at a time, also after a crash.
 *
 * @example
 * const following = follow(bridge);
 * await following.close();
 */
export function follow(bridge: AgentsBridge, options?: FollowOptions): { close(): Promise<void> } {
  return followRuns(toRuns(bridge), options);
}

function save({ store }: AgentsBridge, id: string, state: PausableState): Promise<void> {
  return store.save(id, { text: state.toString(), isPaused: state.getInterruptions().length > 0 });
}

function toRuns(bridge: AgentsBridge): PausedRuns {
  const { hub, store, name = "openai-agents" } = bridge;

  async function load(id: string): Promise<PausableState | undefined> {
    const text = await store.load(id);
    return text === undefined ? undefined : bridge.open(text, id);
  }

  return {
    hub,
    name,
    async *list() {
      yield* await store.list();
    },
    async read(id) {
      const items = (await load(id))?.getInterruptions() ?? [];
      return items.map((item) => ({
        ...approval(item.name ?? "tool", toInput(item)),
        key: callIdOf(item),
      }));
    },
    async resume(id, asks) {
      const state = await load(id);
      if (state === undefined) return { state: "refused", note: "the run is gone" };
      // All at once: a run with some of them decided would run those calls and pause again.
      for (const item of state.getInterruptions()) decide(state, item, asks);
      await save(bridge, id, (await bridge.run(state, id)).state);
    },
    async recover(id, { key = "" }) {
      // A saved run names the calls that it has gone beyond.
      const isKnown = (await store.load(id))?.includes(JSON.stringify(key)) === true;
      return isKnown ? undefined : { state: "refused", note: "the run is gone" };
    },
  };
}

function decide(state: PausableState, item: ApprovalItem, asks: EndedAsk[]): void {
  const ask = asks.find(({ key }) => key === callIdOf(item));
  if (ask === undefined) throw new Error(`Nobody was asked about the call ${callIdOf(item)}.`);
  const { isAllowed, isAlways } = toVerdict(ask, ask.outcome);
  if (isAllowed) state.approve(item, isAlways ? { alwaysApprove: true } : {});
  else state.reject(item, { message: toRefusalText(item.name ?? "tool", ask.outcome) });
}

function callIdOf({ rawItem }: ApprovalItem): string {
  const { callId, id } = rawItem as { callId?: string; id?: string };
  return callId ?? id ?? "";
}

function toInput({ arguments: text = "{}" }: ApprovalItem): unknown {
  const input = parseJson(text);
  return input === undefined ? text : input;
}
