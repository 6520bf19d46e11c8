/** The promise's value, or undefined if it takes longer than `ms`. The timer does not keep the process alive. */
export function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())]);
}

/** Resolves with the value once the signal is aborted. */
export function onAbort<Value>(signal: AbortSignal | undefined, value: Value): Promise<Value> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(value);
    signal?.addEventListener("abort", () => resolve(value), { once: true });
  });
}

/** How long a silent hub may delay a person who wants to leave. */
export const leaveMs = 2000;
