import type { AgentEvent } from "./agent-run.ts";

/** Values pushed on one side and iterated on the other, in order, by one reader. */
export interface EventQueue<Value> extends AsyncIterable<Value> {
  /** Resolves once the reader has the value, and so has handled everything before it. */
  push(value: Value): Promise<void>;
  /** Ends the iteration once the values pushed before have been read. */
  end(): void;
}

/** `later` runs a callback after the current turn (`setImmediate`), when the reader has seen the value too. */
export function createEventQueue<Value>(later: (act: () => void) => unknown): EventQueue<Value> {
  const waiting: { value: Value; taken: () => void }[] = [];
  let ended = false;
  let wake = () => {};
  return {
    push: (value) =>
      new Promise((taken) => {
        waiting.push({ value, taken });
        wake();
      }),
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      while (!ended || waiting.length > 0) {
        const next = waiting.shift();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        later(next.taken);
        yield next.value;
      }
    },
  };
}

/** Reports an event of a run; resolves once it has been read. */
export type Emit = (event: AgentEvent) => Promise<void>;

/**
 * The events of a run. A failure is the last event. When the reader stops early or has read everything, the work is aborted and
 * awaited; aborting `signal` aborts it too.
 */
export async function* eventsOfRun(
  later: (act: () => void) => unknown,
  signal: AbortSignal | undefined,
  work: (emit: Emit, stopped: AbortSignal) => Promise<unknown>,
): AsyncGenerator<AgentEvent> {
  const queue = createEventQueue<AgentEvent>(later);
  const stop = new AbortController();
  const stopped = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
  const working = work(queue.push, stopped)
    .catch((error) => {
      const failure = error instanceof Error ? error : new Error(String(error?.message ?? error));
      void queue.push({ type: "error", error: failure });
    })
    .finally(queue.end);
  try {
    yield* queue;
  } finally {
    stop.abort("The agent was stopped.");
    await working;
  }
}
