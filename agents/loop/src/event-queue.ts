/** Values pushed on one side and iterated on the other, in order, by one reader. */
export interface EventQueue<Value> extends AsyncIterable<Value> {
  /** Resolves when the reader has been handed the value, and so has dealt with everything before it. */
  push(value: Value): Promise<void>;
  /** What was pushed before is still read. */
  end(): void;
}

export function createEventQueue<Value>(): EventQueue<Value> {
  const values: { value: Value; taken: () => void }[] = [];
  let ended = false;
  let wake = () => {};
  return {
    push(value) {
      return new Promise<void>((taken) => {
        values.push({ value, taken });
        wake();
      });
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = values.shift();
        if (next !== undefined) {
          // After the reader's own turn, so that it has also seen the value.
          setImmediate(next.taken);
          yield next.value;
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
