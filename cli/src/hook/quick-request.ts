import type { Socket } from "node:net";

/** The hub's socket and token. */
export interface QuickHub {
  socketPath: string;
  token: string;
  /** From `openSocket`, for one request. */
  socket?: Socket;
}

/** Begins to connect. node:net is loaded only here: what a hook has to read is on its way by then. */
export function openSocket({ socketPath }: QuickHub): Socket {
  const socket = process.getBuiltinModule("node:net").connect(socketPath);
  // The request finds it closed.
  return socket.on("error", () => {});
}

interface QuickRequest {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  /** How long the hub may hold the answer. */
  holdSeconds?: number;
}

interface QuickAnswer {
  /** The body of a plain success, else undefined. */
  body?: unknown;
  /** False only if the hub certainly saw nothing. */
  mayHaveArrived: boolean;
  /** The hub did not respond in time. */
  isSilent: boolean;
}

const limitMs = 2000;

/**
 * One request over the hub's socket. By hand, since loading node:http takes longer than all of this; anything but
 * a plain success is left to the client. Never rejects.
 */
export function quickRequest(
  hub: QuickHub,
  { method, path, body, holdSeconds = 0 }: QuickRequest,
): Promise<QuickAnswer> {
  return new Promise((resolve) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const head = [
      `${method} ${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${hub.token}`,
      ...(text === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
      ...(holdSeconds > 0 ? [`prefer: wait=${holdSeconds}`] : []),
      "connection: close",
    ];
    let bytes: Buffer = Buffer.alloc(0);
    let sent = false;
    const socket = hub.socket ?? openSocket(hub);
    const limit = setTimeout(() => finish(true), limitMs + holdSeconds * 1000);
    function finish(isSilent: boolean): void {
      clearTimeout(limit);
      // After the answer is printed, if that is all there is to do.
      setImmediate(() => socket.destroy());
      resolve({ ...readBody(bytes), mayHaveArrived: sent, isSilent });
    }
    function send(): void {
      sent = true;
      socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
    }
    socket.on("data", (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (isWhole(bytes)) finish(false);
    });
    socket.on("close", () => finish(false));
    if (socket.destroyed) finish(false);
    else if (socket.connecting) socket.on("connect", send);
    else send();
  });
}

const headEnd = "\r\n\r\n";

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(headEnd);
  return end !== -1 && bytes.length - end - headEnd.length >= lengthIn(bytes.toString("latin1", 0, end));
}

function readBody(bytes: Buffer): Pick<QuickAnswer, "body"> {
  if (!isWhole(bytes) || !/^HTTP\/1\.1 20[01] /.test(bytes.toString("latin1", 0, 13))) return {};
  try {
    return { body: JSON.parse(bytes.toString("utf8", bytes.indexOf(headEnd) + headEnd.length)) };
  } catch {
    return {};
  }
}

// Without a length the end is unknown.
function lengthIn(head: string): number {
  return Number(/^content-length: *(\d+)\r?$/im.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
}
