/** Values pushed on one side and iterated on the other, in order, by one reader. */
export interface EventQueue<Value> extends AsyncIterable<Value> {
  /** Resolves once the reader has the value, and so has handled everything before it. */
  push(value: Value): Promise<void>;
  /** Values pushed before are still read. */
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
