import { stateDirectory } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { ensureHub, probeLocalHub, readLocalHub } from "./hub-process.ts";

/** The hub's store. `yourcall stop` removes this record, so read it while the hub is running. */
export function runningHubStore(): string | undefined {
  return readLocalHub(stateDirectory())?.store;
}

/**
 * Sends a person's decision. If no hub accepts it, restarts this machine's hub on its store, even if a person stopped it, and
 * sends the decision once more; the hub says if it had arrived the first time.
 */
export async function sendAgain<Result>(store: string | undefined, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!YourcallError.isInstance(error) || error.code !== "hub-unreachable" || !(await bringBack(store))) throw error;
    return attempt();
  }
}

async function bringBack(store: string | undefined): Promise<boolean> {
  if (process.env.YOURCALL_URL) return false;
  const { state } = await probeLocalHub(stateDirectory());
  try {
    if (state.is === "gone") await ensureHub({ store });
    // A silent hub would only be silent again.
    return state.is === "gone" || state.is === "well";
  } catch {
    // The caller reports that nobody accepted it.
    return false;
  }
}
