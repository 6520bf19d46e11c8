import { AlreadyEndedError, type HubClient } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { leaveMs, within } from "../within.ts";

const againMs = 100;

/** Takes an ask back for somebody who wants to leave, soon or not at all. Returns a sentence on what became of the ask. */
export async function withdraw(connect: () => Promise<HubClient>, id: string, reason: string): Promise<string> {
  const until = Date.now() + leaveMs;
  do {
    try {
      const ended = await within(
        until - Date.now(),
        connect().then((client) => client.cancel(id, reason)),
      );
      if (ended !== undefined) return "The ask was withdrawn and nothing was answered.";
    } catch (error) {
      if (AlreadyEndedError.isInstance(error)) return `The ask had already ended: ${error.outcome.status}.`;
      if (!YourcallError.isInstance(error)) throw error;
      // The hub may be on its way back.
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  } while (Date.now() < until);
  return `The hub does not answer, so the ask may still wait: yourcall cancel ${id}`;
}
