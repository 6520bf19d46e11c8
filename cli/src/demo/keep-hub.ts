import { rmSync } from "node:fs";
import { readLocalHub } from "../hub/hub-process.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { UsageError } from "../usage-error.ts";
import { withUsage } from "../with-usage.ts";
import { countScreens, isDemoState } from "./demo-state.ts";

const lookMs = 500;
// A page that is loaded again is away for a moment.
const looksAlone = 3;

/**
 * The demo's hub, in a process of its own. It ends when the demo says so, or once the demo is gone, however that happened,
 * and no screen follows it any more. It takes the state directory with it.
 */
export function keepHub(): Promise<number> {
  return withUsage(keep);
}

async function keep(): Promise<number> {
  const directory = stateDirectory();
  if (!isDemoState(directory)) throw new UsageError("--hub is for the demo itself. `yourcall serve` runs a hub.");
  // The demo holds the other end, and only its own end closes it.
  process.stdin.once("end", () => void endWhenAlone(directory));
  process.stdin.once("error", () => void endWhenAlone(directory));
  process.stdin.resume();
  const { run } = await import("../hub/serve.ts");
  const code = await run(["--background"]);
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  process.exit(code);
}

async function endWhenAlone(directory: string): Promise<void> {
  let alone = 0;
  while (alone < looksAlone) {
    const screens = await countScreens(directory);
    // One that is still starting has not said how to end it.
    alone = screens === 0 && readLocalHub(directory) !== null ? alone + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  process.kill(process.pid, "SIGTERM");
}
