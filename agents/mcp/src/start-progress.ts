import type { Clock } from "@yourcall/core";
import type { ToolCall } from "./tool-call.ts";

// Often enough for the shortest limit known, 60 seconds.
const everyMs = 10_000;

/** Tells the client at intervals that the call still waits. Returns how to stop. */
export function startProgress({ progress }: Pick<ToolCall, "progress">, clock: Clock): () => void {
  if (progress === undefined) return () => {};
  const startedAt = clock.now();
  let stop = () => {};
  function next(): void {
    stop = clock.after(everyMs, () => {
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      progress?.(seconds, `Waiting for the user's answer for ${seconds} seconds.`);
      next();
    });
  }
  next();
  return () => stop();
}
