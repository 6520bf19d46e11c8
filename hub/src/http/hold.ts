import type { Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import type { AskRecord } from "../store/store.ts";
import type { Leaving, WaitOptions } from "../waiters.ts";
import { askReply, type HttpContext } from "./context.ts";
import type { Call, Reply } from "./route.ts";

// No client should wait longer in one request; it can send another.
const maxWaitSeconds = 600;

/** How long a request is held, and what ends that early; undefined if it is answered immediately. */
export function toWait({ caller, request }: Call, seconds = "0"): (WaitOptions & { ms: number }) | undefined {
  const ms = Math.min(Number(seconds), maxWaitSeconds) * 1000;
  return ms > 0 ? { ms, signal: leavingOf(request.socket), asker: isAsker(caller) } : undefined;
}

/** The reply to a request that was held until its ask ended or the time was up. A hub that is stopping replies 503. */
export async function replyHeld(
  context: HttpContext,
  { caller }: Call,
  record: AskRecord,
  wait: WaitOptions | undefined,
): Promise<Reply> {
  const { hub } = context;
  const isPending = record.outcome === null;
  if (isPending && isAsker(caller)) hub.waiters.saw(record.id);
  if (isPending && wait !== undefined && context.stopping()) throw stopping();
  // An outcome counts as taken once it has been sent to an asker that waited for it. Merely reading the ask does not count.
  const isNews = record.delivery?.state === "waiting" && wait !== undefined && caller.token === record.token;
  const notices = caller.scope === "human" ? await hub.store.noticesOf(record.id) : [];
  return askReply(context, caller, record, isNews ? { sent: () => hub.delivered(record.id) } : {}, notices);
}

function isAsker({ scope }: Call["caller"]): boolean {
  return scope === "agent" || scope === "app";
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}

const known = new WeakMap<Socket, Leaving>();

// One per connection, which carries many requests: an AbortController per request would cost more than the wait itself.
function leavingOf(socket: Socket): Leaving {
  let leaving = known.get(socket);
  if (leaving === undefined) {
    leaving = watch(socket);
    known.set(socket, leaving);
  }
  return leaving;
}

function watch(socket: Socket): Leaving {
  const listeners = new Set<() => void>();
  socket.once("close", () => {
    for (const listener of [...listeners]) listener();
  });
  return {
    // The socket may have closed while the ask was being stored; no "close" event would follow.
    get aborted() {
      return socket.destroyed;
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
}
