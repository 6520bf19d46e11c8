// What is needed of LangGraph, so that this package brings no copy of it.

interface ThreadConfig {
  configurable?: Record<string, unknown>;
}

/** An interrupt as a snapshot has it. */
export interface Interrupt {
  id?: string;
  value?: unknown;
  response_schema?: unknown;
}

interface Snapshot {
  next: readonly string[];
  config: ThreadConfig;
  tasks: readonly { id: string; interrupts: readonly Interrupt[]; state?: unknown; error?: unknown }[];
}

interface CheckpointTuple {
  config: ThreadConfig;
  pendingWrites?: readonly (readonly [string, string, unknown])[];
}

interface Checkpointer {
  getTuple(config: ThreadConfig): Promise<CheckpointTuple | undefined>;
  list(config: ThreadConfig): AsyncIterable<CheckpointTuple>;
}

/** A compiled graph with a checkpointer. `agent.graph` of LangChain's `createAgent` is one too. */
export interface PausableGraph {
  getState(config: ThreadConfig, options?: { subgraphs?: boolean }): Promise<Snapshot>;
  invoke(input: unknown, config: ThreadConfig & { durability?: "sync" }): Promise<unknown>;
  checkpointer?: unknown;
}

/** An interrupt that waits for a value. */
export interface Pause {
  /** Names it within its thread, also after a restart. */
  key: string;
  /** How often its node was resumed before. */
  count: number;
  id: string;
  interrupt: Interrupt;
}

const paused = "__interrupt__";
const resumed = "__resume__";
const special = new Set([paused, resumed, "__error__", "__scheduled__"]);

export function toConfig(thread: string): { configurable: { thread_id: string } } {
  return { configurable: { thread_id: thread } };
}

function checkpointerOf({ checkpointer }: PausableGraph): Checkpointer {
  if (typeof checkpointer === "object" && checkpointer !== null && "getTuple" in checkpointer)
    return checkpointer as Checkpointer;
  throw new Error("The graph has no checkpointer, so it cannot pause. Compile it with one.");
}

/** The open interrupts of a thread and of the graphs in it. */
export async function readPauses(graph: PausableGraph, { tasks, config }: Snapshot): Promise<Pause[]> {
  if (tasks.length === 0) return [];
  const writes = (await checkpointerOf(graph).getTuple(config))?.pendingWrites ?? [];
  const found = await Promise.all(
    tasks.map(async ({ id: task, interrupts, state, error }) => {
      const own = writes.filter(([writer]) => writer === task);
      // A task that has ended is listed, with its interrupt, until all tasks of its step have ended.
      if (own.some(([, channel]) => !special.has(channel))) return [];
      if (isSnapshot(state) && state.tasks.length > 0) return readPauses(graph, state);
      // All interrupts of a node have the same id. LangGraph keeps the values of those before the open one.
      const ownCount = countResumes(own);
      const pauses = interrupts.map(async (interrupt) => {
        const { id = "" } = interrupt;
        // After a failure LangGraph does not say what is inside the task.
        const count = error === undefined ? ownCount : Math.max(ownCount, await countInside(graph, config, id));
        return { key: `${id}:${count}`, count, id, interrupt };
      });
      return (await Promise.all(pauses)).filter(({ id }) => id !== "");
    }),
  );
  return found.flat();
}

type Writes = NonNullable<CheckpointTuple["pendingWrites"]>;

function countResumes(writes: Writes): number {
  return writes.flatMap(([, channel, values]) => (channel === resumed ? values : [])).length;
}

/** How often the node that waits at the interrupt with this id was resumed. The node may be in any subgraph of the thread. */
async function countInside(graph: PausableGraph, { configurable }: ThreadConfig, id: string): Promise<number> {
  const seen = new Set<unknown>();
  let count = 0;
  for await (const { config, pendingWrites = [] } of checkpointerOf(graph).list(
    toConfig(`${configurable?.thread_id}`),
  )) {
    const place = config.configurable?.checkpoint_ns;
    if (seen.has(place)) continue;
    seen.add(place);
    for (const [writer, channel, value] of pendingWrites)
      if (channel === paused && (value as Interrupt | null)?.id === id)
        count = Math.max(count, countResumes(pendingWrites.filter(([other]) => other === writer)));
  }
  return count;
}

function isSnapshot(state: unknown): state is Snapshot {
  return typeof state === "object" && state !== null && "tasks" in state && "config" in state;
}

/** Whether a thread was ever resumed at the interrupt with this id. */
export async function wasResumed(graph: PausableGraph, thread: string, id: string): Promise<boolean> {
  for await (const { pendingWrites = [] } of checkpointerOf(graph).list(toConfig(thread)))
    if (pendingWrites.some(([writer, channel]) => writer === id && channel === resumed)) return true;
  return false;
}

/** The threads that wait at an interrupt. Reads every checkpoint, because LangGraph has no index of them. */
export async function* listPaused(graph: PausableGraph): AsyncGenerator<string> {
  const seen = new Set<unknown>();
  // The newest of each thread comes first.
  for await (const { config, pendingWrites = [] } of checkpointerOf(graph).list({ configurable: {} })) {
    const { thread_id: thread, checkpoint_ns: place } = config.configurable ?? {};
    if (typeof thread !== "string" || (place !== undefined && place !== "") || seen.has(thread)) continue;
    seen.add(thread);
    if (pendingWrites.some(([, channel]) => channel === paused)) yield thread;
  }
}
