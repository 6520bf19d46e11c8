/** What the promise comes to, or undefined where that takes longer. The time alone does not keep a process alive. */
export function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())]);
}

/** A hub that does not answer must not keep a person who wants to leave. */
export const leaveMs = 2000;
