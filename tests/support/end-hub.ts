import { vi } from "vitest";
import { isAlive } from "./background-hub.ts";
import { readHubFile } from "./hub.ts";

/** Ends a background hub and waits until it is gone. */
export async function endHub(directory: string): Promise<void> {
  const pid = readHubFile(directory)?.pid;
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It was already gone.
  }
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000, interval: 20 });
}
