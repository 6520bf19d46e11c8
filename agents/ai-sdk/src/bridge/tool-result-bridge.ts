/** A tool's result, as Claude's own run had it. */
export interface ToolResult {
  output: unknown;
  isError?: boolean;
}

/** Carries results from the pipeline that runs the tools to the one that shows them. */
export interface ToolResultBridge {
  /** Gives the result of a call, before or after somebody waits for it. The first one counts. */
  publish(toolCallId: string, result: ToolResult): void;
  /** The result of a call. Rejects when it took too long, when there are too many others, or with the signal's reason. */
  waitFor(toolCallId: string, options?: { signal?: AbortSignal }): Promise<ToolResult>;
}

interface Entry {
  promise: Promise<ToolResult>;
  resolve: (result: ToolResult) => void;
  reject: (reason: unknown) => void;
  timer: NodeJS.Timeout;
}

/** `maxEntries`: how many calls are kept, 256 by default; the oldest go first. `maxAgeMs`: for how long, five minutes by default. */
export function createToolResultBridge({ maxEntries = 256, maxAgeMs = 300_000 } = {}): ToolResultBridge {
  const entries = new Map<string, Entry>();

  function drop(toolCallId: string, why: string): void {
    const entry = entries.get(toolCallId);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    entries.delete(toolCallId);
    entry.reject(new Error(`There is no result of the call ${toolCallId}: ${why}.`));
  }

  function entryOf(toolCallId: string): Entry {
    const known = entries.get(toolCallId);
    if (known !== undefined) return known;
    const oldest = entries.keys().next().value;
    if (entries.size >= maxEntries && oldest !== undefined) drop(oldest, "there were too many others");
    const timer = setTimeout(() => drop(toolCallId, `none came within ${maxAgeMs} ms`), maxAgeMs);
    timer.unref();
    const entry = { ...Promise.withResolvers<ToolResult>(), timer };
    // Nobody may ever wait for it.
    entry.promise.catch(() => {});
    entries.set(toolCallId, entry);
    return entry;
  }

  return {
    publish: (toolCallId, result) => entryOf(toolCallId).resolve(result),
    async waitFor(toolCallId, { signal } = {}) {
      signal?.throwIfAborted();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return await Promise.race([entryOf(toolCallId).promise, aborted]);
      } finally {
        signal?.removeEventListener("abort", onAbort);
      }
    },
  };
}
