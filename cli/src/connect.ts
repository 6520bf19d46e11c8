import { createHubClient, type HubClient } from "@yourcall/client";
import { createNodeTransport, readHubAddress } from "@yourcall/client/node";
import { YourcallError } from "@yourcall/core";
import { ensureHub } from "./hub-process.ts";
import { say } from "./say.ts";
import { stateDirectory } from "./state-directory.ts";

export interface ConnectOptions {
  /** Start a hub where none runs. */
  start: boolean;
  /** Whether to start one again where it goes away later; by default as `start`. */
  revive?: () => boolean;
  /** How long to look for a hub that does not answer; for ever by default. */
  giveUpAfterMs?: number;
}

/**
 * A client of the hub that this environment points at: `YOURCALL_URL`, or the one of the state directory. It finds the hub
 * again when that one is restarted elsewhere.
 */
export async function connect(scope: "agent" | "human", options: ConnectOptions): Promise<HubClient> {
  const remote = process.env.YOURCALL_URL !== undefined && process.env.YOURCALL_URL !== "";
  const revive = options.revive ?? (() => options.start);
  if (!remote && options.start) await ensureHub();
  const open = () => {
    const address = readHubAddress(stateDirectory(), process.env);
    const token = address?.tokens[scope];
    if (address === null)
      throw new YourcallError(
        "hub-unreachable",
        "No hub runs. `yourcall serve` starts one, and so does `yourcall ask`.",
      );
    if (token === undefined)
      throw new YourcallError("unauthorized", `There is no token for the hub at ${address.url}. Set YOURCALL_TOKEN.`);
    return createNodeTransport({ ...address, token });
  };
  let told = false;
  return createHubClient({
    transport: open(),
    ...(options.giveUpAfterMs === undefined ? {} : { giveUpAfterMs: options.giveUpAfterMs }),
    // The hub may have been restarted on another port, or have gone for good.
    onUnreachable: async ({ error }) => {
      if (remote) {
        if (!told) say(`${error.message} Trying again.`);
        told = true;
        return undefined;
      }
      if (revive()) await ensureHub();
      else if (error instanceof YourcallError && error.code === "hub-unreachable") throw error;
      return open();
    },
  });
}
