/** Values pushed on one side and iterated on the other, in order, by one reader. */
export interface EventQueue<Value> extends AsyncIterable<Value> {
  /** Resolves when the reader has been handed the value, and so has dealt with everything before it. */
  push(value: Value): Promise<void>;
  /** What was pushed before is still read. */
  end(): void;
}

export function createEventQueue<Value>(): EventQueue<Value> {
  const waiting: { value: Value; taken: () => void }[] = [];
  let ended = false;
  let wake = () => {};
  async function* read(): AsyncGenerator<Value> {
    while (!ended || waiting.length > 0) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      // After the reader's own turn, so that it has also seen the value.
      setImmediate(next.taken);
      yield next.value;
    }
  }
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
    [Symbol.asyncIterator]: read,
  };
}
