/** The promise's value, or undefined if it takes longer. The timer does not keep the process alive. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())]);
}

/** How long a silent hub may delay a person who wants to leave. */
export const leaveMs = 2000;
