// A separate file: a hook whose answer comes at once does not load the client.
import { type AskPage, type HubClient, isRetryable } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import type { DeliveryReport, HostReport } from "@yourcall/core";
import { connect } from "../hub/connect.ts";
import { ensureHub } from "../hub/hub-process.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { leaveMs, within } from "../within.ts";

const againMs = 100;

/** The hub for a hook that asks: started if none is running, and searched again while it is away. */
export async function openHub(giveUpAfterMs: number | undefined): Promise<HubClient> {
  if (readHubAddress(stateDirectory()) === null) await ensureHub();
  return connect("agent", { start: false, revive: () => true, giveUpAfterMs });
}

/** Calls the running hub, soon or not at all. If none is running, nothing is pending. */
export async function listAsks(query: Parameters<HubClient["list"]>[0]): Promise<AskPage> {
  return (await soon((client) => client.list(query))) ?? { asks: [] };
}

export async function cancelAsk(id: string, reason?: string): Promise<void> {
  await soon((client) => client.cancel(id, reason));
}

export async function reportAsk(id: string, report: HostReport): Promise<void> {
  await soon((client) => client.report(id, report));
}

export async function deliverAsk(id: string, delivery: DeliveryReport): Promise<void> {
  await soon((client) => client.delivery(id, delivery));
}

async function soon<Result>(act: (client: HubClient) => Promise<Result>): Promise<Result | undefined> {
  const until = Date.now() + leaveMs;
  while (readHubAddress(stateDirectory()) !== null) {
    const client = await connect("agent", { start: false });
    try {
      return await within(Math.max(0, until - Date.now()), act(client));
    } catch (error) {
      if (!isRetryable(error) || Date.now() + againMs > until) throw error;
      // It may have crashed and be on its way back: waiting clients restart it.
      await new Promise((resolve) => setTimeout(resolve, againMs));
    } finally {
      client.close();
    }
  }
  return undefined;
}
