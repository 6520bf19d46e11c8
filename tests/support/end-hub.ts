import { vi } from "vitest";
import { isAlive } from "./background-hub.ts";
import { readHubFile } from "./hub.ts";

/** Ends a hub that a command started in the background, and waits until it has gone. */
export async function endHub(directory: string): Promise<void> {
  const pid = readHubFile(directory)?.pid;
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It had gone before.
  }
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000, interval: 20 });
}
