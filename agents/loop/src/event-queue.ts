/** Values pushed on one side and iterated on the other, in order, by one reader. */
export interface EventQueue<Value> extends AsyncIterable<Value> {
  push(value: Value): void;
  /** What was pushed before is still read. */
  end(): void;
}

export function createEventQueue<Value>(): EventQueue<Value> {
  const values: Value[] = [];
  let ended = false;
  let wake = () => {};
  return {
    push(value) {
      values.push(value);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const [value] = values;
        if (value !== undefined) {
          values.shift();
          yield value;
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
