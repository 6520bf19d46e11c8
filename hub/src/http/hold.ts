import { YourcallError } from "@yourcall/core";
import type { AskRecord } from "../store/store.ts";
import type { Exchange, HttpContext } from "./context.ts";
import { leavingOf } from "./leaving.ts";

// Longer than any client should hold a connection for one answer; it comes back for more.
const maxWaitSeconds = 600;

/** What becomes of a request that may be held. Exactly one of them is called, once. */
export interface Held {
  /** To be sent now. `sent` is to be called when it was, where there is one. */
  settled(record: AskRecord, sent: (() => void) | undefined): void;
  refused(error: unknown): void;
}

/** Holds a request until the ask has ended, its time is over, or the caller has gone. A hub that stops says so: 503. */
export function hold(
  context: HttpContext,
  { caller, socket }: Exchange,
  record: AskRecord,
  wait: string | undefined,
  { settled, refused }: Held,
): void {
  const { hub } = context;
  const asker = caller.scope === "agent";

  function settle(record: AskRecord): void {
    // Handed over means written to the one who asked, not only ready for them.
    const isNews = record.outcome !== null && record.deliveredAt === null && asker;
    const sent = () => hub.delivered(record.id);
    // Whoever calls has others to tell; they must not miss it for a response that fails.
    try {
      settled(record, isNews ? sent : undefined);
    } catch (error) {
      refused(error);
    }
  }

  if (record.outcome === null && asker) hub.waiters.saw(record.id);
  if (record.outcome !== null || wait === undefined || wait === "0") {
    settle(record);
    return;
  }
  const ms = Math.min(Number(wait), maxWaitSeconds) * 1000;
  hub
    .wait(record.id, ms, { signal: leavingOf(socket), asker })
    .then((record) => (record.outcome === null && context.stopping() ? refused(stopping()) : settle(record)), refused);
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}
