// A separate file, so that a hook that is answered quickly does not load the client.
import { type HubClient, isRetryable } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import { connect } from "../hub/connect.ts";
import { ensureHub } from "../hub/hub-process.ts";
import { leaveMs, within } from "../within.ts";

const againMs = 100;

/** Connects a hook that asks to the hub: starts one if none is running, and looks for it again while it is away. */
export async function openHub(giveUpAfterMs: number | undefined): Promise<HubClient> {
  if (readHubAddress() === null) await ensureHub();
  return connect("agent", { start: false, revive: () => true, giveUpAfterMs });
}

/** Calls the running hub within `leaveMs`; undefined if that takes longer or none is running. */
export async function callSoon<Result>(act: (client: HubClient) => Promise<Result>): Promise<Result | undefined> {
  const until = Date.now() + leaveMs;
  while (readHubAddress() !== null) {
    const client = await connect("agent", { start: false });
    try {
      return await within(Math.max(0, until - Date.now()), act(client));
    } catch (error) {
      if (!isRetryable(error) || Date.now() + againMs > until) throw error;
      // The hub may have crashed and be on its way back: waiting clients restart it.
      await new Promise((resolve) => setTimeout(resolve, againMs));
    } finally {
      client.close();
    }
  }
  return undefined;
}
