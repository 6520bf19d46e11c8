import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { Fields } from "../codex/app-server.ts";
import { codexSocket } from "../codex/detect.ts";

export interface CodexMessage {
  id?: string | number;
  method?: string;
  params?: Fields;
  result?: unknown;
}

/** The background server of a Codex, as far as a test says what it does. */
export interface ScriptedCodex {
  readonly home: string;
  /** What it was sent, in order. */
  readonly received: readonly CodexMessage[];
  /** The connections that are open. */
  connections(): number;
  /** Sends a notification, or a request. */
  send(message: CodexMessage): void;
  /** Resolves with the message that it was sent. */
  wasSent(find: (message: CodexMessage) => boolean): Promise<CodexMessage>;
  /** Breaks all connections. The next one is accepted. */
  breakConnections(): void;
}

/** What it replies to a request; undefined: nothing, ever. */
export type Script = (method: string, params: Fields) => { result: unknown } | { error: string } | undefined;

export async function startScriptedCodex(script: Script): Promise<ScriptedCodex> {
  const home = mkdtempSync(join(tmpdir(), "yourcall-codex-"));
  const socket = codexSocket(home);
  mkdirSync(dirname(socket), { recursive: true });
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const received: CodexMessage[] = [];
  const reply = (client: WebSocket, message: unknown) => client.send(JSON.stringify(message));
  sockets.on("connection", (client) =>
    client.on("message", (data) => {
      const message = JSON.parse(String(data)) as CodexMessage;
      received.push(message);
      if (message.method === undefined || message.id === undefined) return;
      const said = script(message.method, message.params ?? {});
      if (said === undefined) return;
      const { id } = message;
      reply(client, "error" in said ? { id, error: { code: -1, message: said.error } } : { id, ...said });
    }),
  );
  server.listen(socket);
  await once(server, "listening");
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    server.close();
    rmSync(home, { recursive: true });
  });
  return {
    home,
    received,
    connections: () => sockets.clients.size,
    send: (message) => {
      for (const client of sockets.clients) reply(client, message);
    },
    wasSent: (find) => vi.waitUntil(() => received.find(find), { timeout: 10_000 }),
    breakConnections: () => {
      for (const client of sockets.clients) client.terminate();
    },
  };
}
