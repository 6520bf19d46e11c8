import { existsSync } from "node:fs";
import type { AgentInfo, Clock } from "@yourcall/core";
import { pause, toFields } from "@yourcall/core/internal";
import type { DialogOptions } from "../follow-dialog.ts";
import { type AppServer, connectAppServer, type ServerMessage } from "./app-server.ts";
import { createCodexDialogs } from "./codex-dialogs.ts";
import { createCodexThreads } from "./codex-threads.ts";
import { codexSocket } from "./detect.ts";
import { toList } from "./to-ask.ts";

export interface CodexOptions {
  /** `CODEX_HOME`. */
  home: string;
  /** The version that yourcall gives when it introduces itself to Codex. */
  version: string;
  hub: DialogOptions["hub"];
  clock: Clock;
  /** Called with every new connection. */
  onConnected?(): void;
  /** What else a person should know about a session in this directory. It must not reject. */
  look(cwd: string | undefined): Promise<Pick<AgentInfo, "branch" | "worktree">>;
}

export interface CodexListener {
  /** Whether Codex runs and is connected now. */
  isConnected(): boolean;
  /** Leaves Codex alone. What is open there stays open, there and in the hub. */
  stop(): Promise<void>;
}

const lookAgainMs = 1000;
// A request that is still open is sent again with the subscription.
const sentAgainMs = 3000;
const lostMs = 10_000;

/**
 * A second client of the background server of Codex, beside its own screens. What Codex asks there is in the hub too, while the
 * dialog is open. Connects when Codex starts, and again after either side was restarted.
 */
export function listenToCodex({ home, version, hub, clock, look, onConnected }: CodexOptions): CodexListener {
  const socketPath = codexSocket(home);
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: AppServer | undefined;
  let lostAt = clock.now();
  const threads = createCodexThreads({ look });
  const dialogs = createCodexDialogs({ hub, clock, threads, server: () => server });

  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (existsSync(socketPath)) await follow().catch(() => {});
      if (clock.now() - lostAt > lostMs) dialogs.endAll("Codex has ended.");
      await pause(clock, lookAgainMs, signal).catch(() => {});
    }
  }

  async function follow(): Promise<void> {
    const closed = Promise.withResolvers<void>();
    const connected = await connectAppServer(socketPath, version, { onMessage: take, onClosed: closed.resolve });
    if (signal.aborted) return connected.close();
    server = connected;
    dialogs.connected();
    onConnected?.();
    signal.addEventListener("abort", connected.close);
    try {
      await subscribeToAll(connected);
      const timer = clock.after(sentAgainMs, dialogs.endUnsent);
      await closed.promise;
      timer();
    } finally {
      signal.removeEventListener("abort", connected.close);
      server = undefined;
      lostAt = clock.now();
      threads.disconnected();
    }
  }

  /** The threads that were loaded before this connection; the others are announced. */
  async function subscribeToAll(connected: AppServer): Promise<void> {
    const { data } = await connected.call("thread/loaded/list", {});
    await Promise.all(toList(data).map((id) => threads.subscribe(connected, String(id))));
  }

  function take(message: ServerMessage): void {
    const { method, params } = message;
    const thread = String(params.threadId);
    if (message.id !== undefined) dialogs.open({ ...message, id: message.id });
    else if (method === "thread/closed") void hub.endSession?.(thread)?.catch(() => {});
    else if (method === "thread/started") threads.announce(toFields(params.thread));
    else if (method === "item/started") threads.itemStarted(toFields(params.item));
    else if (method === "item/completed") dialogs.itemCompleted(thread, toFields(params.item));
    else if (method === "serverRequest/resolved") dialogs.resolved(thread, params.requestId);
    else if (method === "turn/completed") dialogs.turnCompleted(thread, toFields(params.turn));
    else if (method === "thread/status/changed" && server !== undefined && toFields(params.status).type === "active")
      void threads.subscribe(server, thread);
  }

  const running = run();
  return {
    isConnected: () => server !== undefined,
    async stop() {
      stopping.abort();
      dialogs.leave();
      await running;
    },
  };
}
