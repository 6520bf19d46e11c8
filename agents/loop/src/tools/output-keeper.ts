/** Keeps the two ends of an output in bounded memory, however much of it comes. */
export interface OutputKeeper {
  add(bytes: Buffer): void;
  text(): string;
}

export function createOutputKeeper(limit: number): OutputKeeper {
  const headLimit = Math.ceil(limit * 0.7);
  const tailLimit = limit - headLimit;
  const head: Buffer[] = [];
  let headLength = 0;
  let tail = Buffer.alloc(0);
  let dropped = 0;
  return {
    add(bytes) {
      const room = headLimit - headLength;
      const first = bytes.subarray(0, room);
      if (first.length > 0) {
        head.push(first);
        headLength += first.length;
      }
      const rest = Buffer.concat([tail, bytes.subarray(first.length)]);
      const excess = Math.max(0, rest.length - tailLimit);
      dropped += excess;
      // A copy, so that what is dropped is let go.
      tail = Buffer.from(rest.subarray(excess));
    },
    text() {
      const between = dropped === 0 ? [] : [Buffer.from(`\n[${dropped} bytes left out]\n`)];
      return Buffer.concat([...head, ...between, tail]).toString("utf8");
    },
  };
}
