import type { HubClient } from "@yourcall/client";
import { type HubAsker, YourcallError } from "@yourcall/core";
import { connect } from "../hub/connect.ts";

/** A hub that is looked for, and started, when there is something to ask; one that cannot be reached is looked for again next time. */
export function connectLazily(): HubAsker & { close(): void } {
  let connecting: Promise<HubClient> | undefined;
  let client: HubClient | undefined;

  async function hub(): Promise<HubClient> {
    connecting ??= connect("agent", { start: true, revive: () => true });
    try {
      client = await connecting;
      return client;
    } catch (error) {
      connecting = undefined;
      throw YourcallError.isInstance(error) ? error : new YourcallError("hub-unreachable", "No hub can be reached.");
    }
  }

  /** These are one attempt each: the next one finds, or starts, another hub. */
  function lookAgain(error: unknown): never {
    if (YourcallError.isInstance(error) && error.code === "hub-unreachable") connecting = undefined;
    throw error;
  }

  return {
    ask: async (request, options) => (await hub()).ask(request, options),
    create: async (request, options) => (await hub()).create(request, options),
    wait: async (id, options) => (await hub()).wait(id, options),
    cancel: async (id, reason, options) => (await hub()).cancel(id, reason, options),
    report: async (id, report) => (await hub()).report(id, report).catch(lookAgain),
    delivery: async (id, delivery) => (await hub()).delivery(id, delivery).catch(lookAgain),
    close: () => client?.close(),
  };
}
