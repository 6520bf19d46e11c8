import type { Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import type { AskRecord } from "../store/store.ts";
import type { Leaving } from "../waiters.ts";
import { askReply, type HttpContext } from "./context.ts";
import type { Call, Reply } from "./route.ts";

// Longer than any client should hold a connection for one answer; it can come back for more.
const maxWaitSeconds = 600;

/** Holds a request until the ask has ended, the time is over, or the caller has left. A hub that stops answers 503. */
export async function hold(
  context: HttpContext,
  { caller, request }: Call,
  record: AskRecord,
  wait: string | undefined,
): Promise<Reply> {
  const { hub } = context;
  const asker = caller.scope === "agent";
  const ms = Math.min(Number(wait ?? 0), maxWaitSeconds) * 1000;
  let held = record;
  if (record.outcome === null) {
    if (asker) hub.waiters.saw(record.id);
    if (ms > 0) held = await hub.wait(record.id, ms, { signal: leavingOf(request.socket), asker });
    if (held.outcome === null && ms > 0 && context.stopping()) throw stopping();
  }
  // An outcome counts as taken once it has been written to its asker, which waited for it. A look at it takes nothing.
  const isNews = held.delivery?.state === "waiting" && ms > 0 && caller.token === held.token;
  const notices = caller.scope === "human" ? await hub.store.noticesOf(held.id) : [];
  return askReply(context, caller, held, isNews ? { sent: () => hub.delivered(held.id) } : {}, notices);
}

export function stopping(): YourcallError {
  return new YourcallError("store-unavailable", "The hub is stopping. Nothing is lost: call again in a moment.");
}

const known = new WeakMap<Socket, Leaving>();

// One for each connection, which carries many requests: an AbortController for each request costs more than the wait itself.
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
    // It may have closed while the ask was being stored; then no close event follows.
    get aborted() {
      return socket.destroyed;
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
}
