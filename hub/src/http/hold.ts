import type { Socket } from "node:net";
import { YourcallError } from "@yourcall/core";
import type { AskRecord } from "../store/store.ts";
import type { Leaving, WaitOptions } from "../waiters.ts";
import { askReply, type HttpContext } from "./context.ts";
import type { Call, Reply } from "./route.ts";

// Longer than any client should hold a connection for one answer; it can come back for more.
const maxWaitSeconds = 600;

/** How long a request is held and until when; undefined if it is answered at once. */
export function toWait({ caller, request }: Call, seconds = "0"): (WaitOptions & { ms: number }) | undefined {
  const ms = Math.min(Number(seconds), maxWaitSeconds) * 1000;
  return ms > 0 ? { ms, signal: leavingOf(request.socket), asker: isAsker(caller) } : undefined;
}

/** The reply to a request that was held until its ask ended, the time was over, or the caller had left. A hub that stops answers 503. */
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
  // An outcome counts as taken once it has been written to its asker, which waited for it. A look at it takes nothing.
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
