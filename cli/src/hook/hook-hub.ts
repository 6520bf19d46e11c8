import type { AskList, HookOptions } from "@yourcall/claude/internal";
import { type HubClient, isRetryable } from "@yourcall/client";
import { readHubAddress } from "@yourcall/client/node";
import { type HubAsker, machineClock } from "@yourcall/core";
import { followAsk } from "@yourcall/core/internal";
import { connect } from "../hub/connect.ts";
import { leaveMs, withTimeout } from "../with-timeout.ts";

const againMs = 100;

/**
 * The hub, for a hook. An ask starts the hub if none is running and looks for it again while it is away, for `giveUpAfterMs` or
 * without a limit. Every other request is tried for `leaveMs` and fails silently, because Claude Code waits for the hook.
 */
export function createHookHub(giveUpAfterMs?: number): HookOptions["hub"] {
  let opening: Promise<HubClient> | undefined;
  function client(): Promise<HubClient> {
    opening ??= openHub(giveUpAfterMs);
    return opening;
  }

  const asks: AskList = {
    // If no hub is running, nothing is pending.
    list: async (query) => (await callSoon((hub) => hub.list(query))) ?? { asks: [] },
    cancel: (id, reason) => callSoon((hub) => hub.cancel(id, reason)),
    report: (id, report) => callSoon((hub) => hub.report(id, report)),
    delivery: (id, delivery) => callSoon((hub) => hub.delivery(id, delivery)),
    endSession: (session) => callSoon((hub) => hub.endSession(session)),
  };

  const own: Pick<HubAsker, "create" | "wait" | "cancel"> = {
    create: async (request, options) => (await client()).create(request, { ...options, withinMs: giveUpAfterMs }),
    wait: async (id, options) => (await client()).wait(id, options),
    cancel: async (id, reason, options) => (await client()).cancel(id, reason, options),
  };

  return {
    ...asks,
    picture: async (id, hash) => (await client()).picture(id, hash),
    ask: (request, { signal }) =>
      followAsk(own, request, {
        clock: machineClock,
        signal,
        withdrawWithinMs: leaveMs,
        // Without it, the response to the first request would be held for a moment. A hook that Claude Code ends has less time
        // than that to withdraw its ask, so it must know the id.
        onCreated() {},
        onLost() {},
      }),
  };
}

async function openHub(giveUpAfterMs: number | undefined): Promise<HubClient> {
  const start = readHubAddress() === null;
  return connect("agent", { start, revive: () => true, giveUpAfterMs });
}

/** Calls the running hub within `leaveMs`; undefined if that takes longer or none is running. */
async function callSoon<Result>(act: (client: HubClient) => Promise<Result>): Promise<Result | undefined> {
  const until = Date.now() + leaveMs;
  while (readHubAddress() !== null) {
    const client = await connect("agent", { start: false });
    try {
      return await withTimeout(Math.max(0, until - Date.now()), act(client));
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
