import type { Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import type { AskRecord } from "../store/store.ts";
import type { Leaving } from "../waiters.ts";
import type { Exchange, HttpContext } from "./context.ts";

// Longer than any client should hold a connection for one answer; it comes back for more.
const maxWaitSeconds = 600;

/** Holds a request until the ask has ended, its time is over, or the caller has gone. A hub that stops says so: 503. */
export async function hold(
  context: HttpContext,
  { caller, request, response }: Exchange,
  record: AskRecord,
  wait: string | undefined,
  isNew = false,
): Promise<AskRecord> {
  const { hub } = context;
  const asker = caller.scope === "agent";
  let settled = record;
  if (record.outcome === null && asker) hub.waiters.saw(record.id);
  if (record.outcome === null && wait !== undefined && wait !== "0") {
    const ms = Math.min(Number(wait), maxWaitSeconds) * 1000;
    const signal = leavingOf(request.socket);
    settled = await hub.wait(record.id, ms, { signal, asker, ...(isNew ? { created: record } : {}) });
    if (settled.outcome === null && context.stopping()) throw stopping();
  }
  // Handed over means written to the one who asked, not only ready for them.
  if (settled.outcome !== null && settled.deliveredAt === null && asker)
    response.once("finish", () => hub.delivered(settled.id));
  return settled;
}

function leavingOf(socket: Socket): Leaving {
  return {
    // It may have gone while the ask was being written down; then nothing will tell us any more.
    aborted: socket.destroyed,
    addEventListener: (_type, listener) => void socket.once("close", listener),
    removeEventListener: (_type, listener) => void socket.off("close", listener),
  };
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}
