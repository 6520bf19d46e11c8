import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Ends a hub that a command started in the background, and waits until it has gone. */
export async function endHub(directory: string): Promise<void> {
  const file = join(directory, "hub.json");
  if (!existsSync(file)) return;
  const { pid } = JSON.parse(readFileSync(file, "utf8")) as { pid: number };
  try {
    process.kill(pid, "SIGTERM");
    for (;;) {
      process.kill(pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } catch {
    // It has gone.
  }
}
