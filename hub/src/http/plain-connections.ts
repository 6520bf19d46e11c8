import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createPlainReader, type PlainRequest } from "./plain-request.ts";
import { type PlainResponse, toPlainResponse } from "./plain-response.ts";
import type { Reply } from "./reply.ts";

export interface PlainOptions {
  /** Takes a request and replies to it, or does nothing and returns false. */
  take: (request: PlainRequest, socket: Socket, reply: Reply) => boolean;
  isStopping: () => boolean;
  /** How long a connection may be open before its first request. */
  firstMs: number;
  /** How long it is said to stay open after one, and how much longer it does, for a request that is on its way by then. */
  keepAliveMs: number;
  spareMs: number;
}

// As much as is read of what comes before a response is out.
const maxAhead = 16 * 1024;

/** The connections on which nobody has done anything but ask and answer so far. */
export interface PlainConnections {
  /** Closes those that wait for nothing; the others close with their response. */
  closeIdle(): void;
  closeAll(): void;
}

interface Connection {
  /** Whether a request on it waits for its response, or for the response before to have gone out. */
  busy: boolean;
}

/**
 * Reads the requests that ask and answer, which are nearly all that a busy hub gets, straight from their connections: Node's parser and
 * the streams it makes of a request and its response cost more than everything the hub does for one. With the first bytes that are
 * anything else a connection goes over to Node's server with all that was said on it, and stays there.
 */
export function takePlainConnections(server: Server, options: PlainOptions): PlainConnections {
  const connections = new Map<Socket, Connection>();
  const others = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const forget = () => connections.delete(socket);
    const handOver = (bytes: Buffer) => {
      forget();
      socket.off("close", forget);
      // Put back, to be read again by those who listen from now on.
      socket.pause();
      socket.unshift(bytes);
      for (const listener of others) listener.call(server, socket);
      socket.resume();
    };
    socket.once("close", forget);
    connections.set(socket, openConnection(socket, options, handOver));
  });
  return {
    closeIdle() {
      for (const [socket, { busy }] of connections) if (!busy) socket.destroy();
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

function openConnection(socket: Socket, options: PlainOptions, handOver: (bytes: Buffer) => void): Connection {
  const { take, isStopping, firstMs, keepAliveMs, spareMs } = options;
  const read = createPlainReader();
  const connection = { busy: false };
  let isFirst = true;
  let isHeld = false;
  // What came while a response was due. Responses go out in the order of their requests.
  let next: Buffer | undefined;

  function onData(bytes: Buffer): void {
    if (connection.busy) {
      next = next === undefined ? bytes : Buffer.concat([next, bytes]);
      // Only as long as it is read can it be seen that the other side goes.
      if (next.length > maxAhead) socket.pause();
      return;
    }
    const request = isStopping() ? null : read(bytes);
    if (request === null || !isTaken(request)) {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      socket.setTimeout(0);
      handOver(bytes);
    } else if (isFirst) {
      isFirst = false;
      socket.setTimeout(keepAliveMs + spareMs);
    }
  }

  function isTaken(request: PlainRequest): boolean {
    connection.busy = true;
    isHeld = true;
    if (take(request, socket, createReply(request))) return true;
    connection.busy = false;
    isHeld = false;
    return false;
  }

  function createReply({ headers }: PlainRequest): Reply {
    let begun = false;
    return {
      send(status, text, more, sent) {
        // What fails after a response has begun can be told nobody.
        if (begun) return void socket.destroy();
        begun = true;
        isHeld = false;
        const isLast = isStopping() || headers.connection?.toLowerCase() === "close";
        const response = toPlainResponse(status, text, { more, keepAliveMs: isLast ? null : keepAliveMs });
        const isThrough = write(socket, response, sent);
        if (isLast) socket.destroySoon();
        else if (isThrough) goOn();
        // Who does not read what was said is not heard, instead of being kept in memory.
        else socket.once("drain", goOn);
      },
    };
  }

  function goOn(): void {
    connection.busy = false;
    const bytes = next;
    next = undefined;
    if (bytes === undefined || socket.destroyed) return;
    socket.resume();
    onData(bytes);
  }

  const listeners = {
    data: onData,
    // As with Node's server: who says no more is told no more.
    end: () => socket.end(),
    error: () => socket.destroy(),
    timeout: () => {
      if (!isHeld) socket.destroy();
    },
  };
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  socket.setTimeout(firstMs);
  return connection;
}

/** Returns whether more may follow. */
function write(socket: Socket, { text, isAscii }: PlainResponse, sent: (() => void) | undefined): boolean {
  // Where a connection is broken off in the middle of it, nobody has received it.
  const done =
    sent === undefined ? undefined : (error?: Error | null) => (error || socket.destroyed ? undefined : sent());
  return socket.write(text, isAscii ? "latin1" : "utf8", done);
}
