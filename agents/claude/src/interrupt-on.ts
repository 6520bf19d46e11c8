import type { Query } from "@anthropic-ai/claude-agent-sdk";

/**
 * Interrupts a session when the signal is aborted. Claude then stops at once; only closing its input would deny what is open and
 * let the turn go on for as long as the process lives. Returns what ends the watch.
 */
export function interruptOn(signal: AbortSignal, session: Query): () => void {
  const interrupt = () => void session.interrupt().catch(() => {});
  if (signal.aborted) interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  return () => signal.removeEventListener("abort", interrupt);
}
