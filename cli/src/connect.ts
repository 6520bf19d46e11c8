import { createHubClient, type HubClient } from "@yourcall/client";
import { createNodeTransport, readHubAddress } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { ensureHub } from "./hub-process.ts";
import { stateDirectory } from "./state-directory.ts";

/**
 * A client of the hub that this environment points at: `YOURCALL_URL`, or the one of the state directory, which is started
 * where none runs and `start` is set. It finds the hub again when that one is restarted elsewhere.
 */
export async function connect(scope: "agent" | "human", options: { start: boolean }): Promise<HubClient> {
  const remote = process.env.YOURCALL_URL !== undefined && process.env.YOURCALL_URL !== "";
  if (!remote && options.start) await ensureHub();
  const open = () => {
    const address = readHubAddress(stateDirectory(), process.env);
    const token = address?.tokens[scope];
    if (address === null || token === undefined)
      throw new YourcallError(
        "hub-unreachable",
        "No hub runs. `yourcall serve` starts one, and so does `yourcall ask`.",
      );
    return createNodeTransport({ ...address, token });
  };
  return createHubClient({
    transport: open(),
    // The hub may have been restarted on another port, or have gone for good.
    onUnreachable: async () => {
      if (remote) return undefined;
      if (options.start) await ensureHub();
      return open();
    },
  });
}
