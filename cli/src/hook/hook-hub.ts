// A file of its own: a hook whose answer comes at once does not load the client.
import { type AskPage, type HubClient, isRetryable } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import type { AskRequest, Outcome } from "@yourcall/core";
import { withdraw } from "../ask/withdraw.ts";
import { connect } from "../hub/connect.ts";
import { ensureHub } from "../hub/hub-process.ts";
import { stateDirectory } from "../hub/state-directory.ts";
import { leaveMs, within } from "../within.ts";
import type { FirstLook } from "./quick-hub.ts";

const againMs = 100;

export interface Patience {
  /** How long without a hub before the hook gives up; for ever by default. */
  giveUpAfterMs?: number;
}

/** The hub for a hook that asks: started where none runs, looked for again while it is away. */
async function open({ giveUpAfterMs }: Patience): Promise<HubClient> {
  if (readHubAddress(stateDirectory()) === null) await ensureHub();
  return connect("agent", {
    start: false,
    revive: () => true,
    giveUpAfterMs,
  });
}

/** The rest of an ask after the first look: to its outcome, or until the signal withdraws it. */
export async function finishAsk(
  request: AskRequest,
  first: FirstLook,
  signal: AbortSignal,
  patience: Patience,
): Promise<Outcome> {
  const client = await open(patience);
  try {
    const creating = first.id ?? create(client, request, first, signal);
    const id = await (patience.giveUpAfterMs === undefined
      ? creating
      : within(patience.giveUpAfterMs, Promise.resolve(creating)));
    if (id === undefined) return withdrawn();
    try {
      const outcome = await client.wait(id, { signal });
      return outcome ?? withdrawn();
    } catch (error) {
      if (!signal.aborted) throw error;
      await withdraw(async () => client, id, String(signal.reason));
      return withdrawn();
    }
  } finally {
    client.close();
  }
}

// Also after an abort, where the first attempt may have reached the hub: under the same key it is found, and can be withdrawn.
async function create(
  client: HubClient,
  request: AskRequest,
  { mayExist }: FirstLook,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted && !mayExist) return undefined;
  const created = client.create(request).then(({ id }) => id);
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return Promise.race([created, aborted.then(() => within(leaveMs, created))]);
}

function withdrawn(): Outcome {
  return { status: "cancelled", at: new Date().toISOString() };
}

/** Like the client's, of the hub that runs: soon or not at all. Where none runs nobody waits for anything. */
export async function listAsks(query: Parameters<HubClient["list"]>[0]): Promise<AskPage> {
  return (await soon((client) => client.list(query))) ?? { asks: [] };
}

export async function cancelAsk(id: string, reason?: string): Promise<void> {
  await soon((client) => client.cancel(id, reason));
}

async function soon<Result>(act: (client: HubClient) => Promise<Result>): Promise<Result | undefined> {
  const until = Date.now() + leaveMs;
  while (readHubAddress(stateDirectory()) !== null) {
    const client = await connect("agent", { start: false });
    try {
      return await within(until - Date.now(), act(client));
    } catch (error) {
      if (!isRetryable(error) || Date.now() + againMs > until) throw error;
      // Crashed and on its way back, perhaps: whoever waits in it starts it again.
      await new Promise((resolve) => setTimeout(resolve, againMs));
    } finally {
      client.close();
    }
  }
  return undefined;
}
