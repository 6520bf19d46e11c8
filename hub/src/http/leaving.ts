import type { Socket } from "node:net";
import type { Leaving } from "../waiters.ts";

const known = new WeakMap<Socket, Leaving>();

/** Tells when the other end of a connection has gone. One for each connection: it carries many requests, one after the other. */
export function leavingOf(socket: Socket): Leaving {
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
    // It may have gone while an ask was being written down; then nothing will tell us any more.
    get aborted() {
      return socket.destroyed;
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
}
