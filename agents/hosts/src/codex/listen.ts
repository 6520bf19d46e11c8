import { existsSync } from "node:fs";
import type { AgentInfo, Clock } from "@yourcall/core";
import { pause, toFields, toList } from "@yourcall/core/internal";
import type { WireAsk } from "@yourcall/core/internal/wire";
import type { DialogOptions } from "../follow-dialog.ts";
import { type AppServer, connectAppServer, type Fields, type ServerMessage } from "./app-server.ts";
import { createAsyncDialogs } from "./async-dialogs.ts";
import { createCodexDialogs } from "./codex-dialogs.ts";
import { createCodexThreads } from "./codex-threads.ts";
import { codexSocket } from "./detect.ts";
import { settleLeftAsks } from "./left-asks.ts";

export interface CodexOptions {
  /** `CODEX_HOME`. */
  home: string;
  /** The version that yourcall gives when it introduces itself to Codex. */
  version: string;
  hub: DialogOptions["hub"];
  /** The asks of Codex that an earlier hub left: pending, or decided and with no report of what became of the decision. */
  listLeft(): Promise<WireAsk[]>;
  clock: Clock;
  /** Called with every new connection, and when it has ended. */
  onConnected?(isConnected: boolean): void;
  /** Called whenever Codex is there and cannot be followed, with the reason. */
  onRefused?(reason: string): void;
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
const longestPauseMs = 30_000;
// A request that is still open is sent again with the subscription.
const sentAgainMs = 3000;
const lostMs = 10_000;
const sayAgainMs = 500;
// The file of a conversation is written a moment after the turn.
const writtenMs = 1000;

/**
 * A second client of the background server of Codex, beside its own screens. What Codex asks there is in the hub too, while the
 * dialog is open. Connects when Codex starts, and again after either side was restarted.
 */
export function listenToCodex(options: CodexOptions): CodexListener {
  const { home, version, hub, clock, look, listLeft, onConnected, onRefused } = options;
  const socketPath = codexSocket(home);
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: AppServer | undefined;
  let lostAt = clock.now();
  const threads = createCodexThreads({ home, look });
  const dialogs = createCodexDialogs({ hub, clock, threads, server: () => server });
  const questions = createAsyncDialogs({ hub, clock, threads, server: () => server });
  // Asks of an earlier hub, which this one has to settle. At first Codex has yet to say which of them are open there.
  let left: "unknown" | "some" | "none" = "unknown";
  /** The threads in which a turn runs. */
  const active = new Set<string>();

  async function run(): Promise<void> {
    let pauseMs = lookAgainMs;
    while (!signal.aborted) {
      const refusal = existsSync(socketPath) ? await follow().catch(toRefusal) : undefined;
      if (refusal !== undefined && !signal.aborted) onRefused?.(refusal);
      pauseMs = refusal === undefined ? lookAgainMs : Math.min(pauseMs * 2, longestPauseMs);
      if (clock.now() - lostAt > lostMs) endAll();
      await pause(clock, pauseMs, signal).catch(() => {});
    }
  }

  function endAll(): void {
    for (const { endAll } of [dialogs, questions]) endAll("Codex has ended.");
    settleLeft();
  }

  /** Ends what Codex has not sent again. */
  function endUnsent(): void {
    dialogs.endUnsent();
    settleLeft();
  }

  function settleLeft(): void {
    if (left === "none") return;
    left = "none";
    const isOpen = (key: string) => dialogs.has(key) || questions.has(key);
    const isTurnRunning = (thread: string) => threads.turn(thread) !== undefined;
    listLeft()
      .then((asks) => settleLeftAsks({ hub, clock, home, asks, isOpen, isTurnRunning, codex: server }))
      .then(
        (isAll) => {
          if (!isAll) left = "some";
        },
        () => {
          left = "some";
        },
      );
  }

  async function follow(): Promise<void> {
    const closed = Promise.withResolvers<void>();
    const ways = { onMessage: take, onClosed: closed.resolve, clock, signal };
    const connected = await connectAppServer(socketPath, version, ways);
    server = connected;
    dialogs.connected();
    questions.connected();
    try {
      await subscribeToAll(connected);
      onConnected?.(true);
      const timer = clock.after(sentAgainMs, endUnsent);
      await closed.promise;
      timer();
      lostAt = clock.now();
    } finally {
      connected.close();
      server = undefined;
      onConnected?.(false);
      active.clear();
      threads.disconnected();
    }
  }

  /** The threads that were loaded before this connection; the others are announced. */
  async function subscribeToAll(connected: AppServer): Promise<void> {
    const { data } = await connected.call("thread/loaded/list", {});
    await Promise.all(toList(data).map((id) => subscribe(connected, String(id))));
  }

  async function subscribe(connected: AppServer, thread: string): Promise<void> {
    let state = await threads.subscribe(connected, thread);
    // A thread that has just begun has no file yet; one for a title never gets one, and ends soon.
    while (state === "refused" && active.has(thread) && server === connected) {
      await pause(clock, sayAgainMs, signal);
      state = await threads.subscribe(connected, thread);
    }
    if (state === "subscribed") await questions.catchUp(thread);
  }

  function take(message: ServerMessage): void {
    const { id, params } = message;
    if (id === undefined) reactTo[message.method]?.(params, String(params.threadId));
    else void dialogs.open({ ...message, id });
  }

  /** By the method of the notification. */
  const reactTo: Record<string, (params: Fields, thread: string) => void> = {
    "thread/started": ({ thread }) => threads.announce(toFields(thread)),
    "thread/status/changed"({ status }, thread) {
      const { type } = toFields(status);
      if (type !== "active") active.delete(thread);
      // Archived, deleted or closed: what was allowed until its end is taken back.
      if (type === "notLoaded") {
        threads.unloaded(thread);
        hub.endSession?.(thread)?.catch(() => {});
      }
      if (type === "active") {
        active.add(thread);
        if (server !== undefined) subscribe(server, thread).catch(() => {});
      }
    },
    "turn/started": ({ turn }, thread) => threads.turnStarted(thread, String(toFields(turn).id)),
    "turn/completed"({ turn }, thread) {
      const { id, status } = toFields(turn);
      threads.turnEnded(thread, String(id));
      dialogs.turnCompleted(thread, toFields(turn));
      if (left === "some") clock.after(writtenMs, settleLeft);
      if (status === "interrupted") questions.happened(thread, { type: "turn-interrupted", turn: String(id) });
    },
    "item/started": ({ item }) => threads.itemStarted(toFields(item)),
    "item/completed"({ item, turnId }, thread) {
      threads.itemEnded(toFields(item));
      dialogs.itemCompleted(thread, toFields(item));
      questions.happened(thread, { type: "message", turn: String(turnId), item: toFields(item) });
    },
    "serverRequest/resolved": ({ requestId }, thread) => dialogs.resolved(thread, requestId),
  };

  const running = run();
  return {
    isConnected: () => server !== undefined,
    async stop() {
      stopping.abort();
      dialogs.leave();
      questions.leave();
      await running;
    },
  };
}

/** Why Codex cannot be followed; undefined if it only is not running. */
function toRefusal(error: NodeJS.ErrnoException): string | undefined {
  return error.code === "ECONNREFUSED" || error.code === "ENOENT" ? undefined : error.message;
}
