import type { Clock } from "@yourcall/core";
import { parseJson, toFields } from "@yourcall/core/internal";
import { WebSocket } from "ws";

export type Fields = Readonly<Record<string, unknown>>;

/** A message that Codex sends by itself: a notification, or a request if it has an id. */
export interface ServerMessage {
  id?: string | number;
  method: string;
  params: Fields;
}

/** A connection to the background server of Codex, which any number of clients share. */
export interface AppServer {
  /** Resolves with the result. Rejects if Codex refuses, or with the connection. */
  call(method: string, params: Fields): Promise<Fields>;
  /**
   * The result of a request of Codex. There is no way to send an error: Codex would take it as the person's reply, and tell its model
   * that there is no answer.
   */
  reply(id: string | number, result: unknown): void;
  /** Whether a call that was rejected was refused by Codex, and did not end with the connection. */
  isOpen(): boolean;
  close(): void;
}

interface Caller {
  resolve(result: Fields): void;
  reject(error: Error): void;
}

interface Connecting {
  /** Called in the order of arrival. */
  onMessage(message: ServerMessage): void;
  /** Called once. */
  onClosed(): void;
  clock: Clock;
  /** Aborting it closes the connection. */
  signal?: AbortSignal;
}

const longestMs = 10_000;

/** Connects and introduces itself. Rejects, with the connection closed, if Codex refuses that or does not answer. */
export async function connectAppServer(
  socketPath: string,
  version: string,
  { onMessage, onClosed, clock, signal }: Connecting,
): Promise<AppServer> {
  signal?.throwIfAborted();
  const socket = new WebSocket(`ws+unix://${socketPath}:/`, { perMessageDeflate: false });
  const calls = new Map<number, Caller>();
  let count = 0;

  const server: AppServer = {
    call(method, params) {
      const id = ++count;
      const { promise, resolve, reject } = Promise.withResolvers<Fields>();
      calls.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    },
    reply: (id, result) => socket.send(JSON.stringify({ id, result })),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.terminate(),
  };

  const opened = Promise.withResolvers<void>();
  socket.once("open", opened.resolve);
  socket.on("error", opened.reject);
  signal?.addEventListener("abort", server.close);
  socket.once("close", () => {
    signal?.removeEventListener("abort", server.close);
    for (const { reject } of calls.values()) reject(new Error("Codex has closed the connection."));
    calls.clear();
    onClosed();
  });
  socket.on("message", (data) => {
    const { id, method, params, result, error } = toFields(parseJson(String(data)));
    if (typeof method === "string") {
      const isRequest = typeof id === "string" || typeof id === "number";
      return onMessage({ ...(isRequest ? { id } : {}), method, params: toFields(params) });
    }
    const call = calls.get(Number(id));
    calls.delete(Number(id));
    if (error === undefined) call?.resolve(toFields(result));
    else call?.reject(new Error(String(toFields(error).message)));
  });

  async function introduce(): Promise<void> {
    await opened.promise;
    const clientInfo = { name: "yourcall", title: "yourcall", version };
    await server.call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
    socket.send(JSON.stringify({ method: "initialized" }));
  }

  const late = Promise.withResolvers<never>();
  const cancel = clock.after(longestMs, () => late.reject(new Error("Codex has not answered for 10 seconds.")));
  try {
    await Promise.race([introduce(), late.promise]);
    return server;
  } catch (error) {
    server.close();
    throw error;
  } finally {
    cancel();
  }
}
