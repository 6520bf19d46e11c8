import { randomUUID } from "node:crypto";
import type { Messages } from "../store.ts";
import type { Connections } from "./connection.ts";
import { connect, type Driver } from "./driver.ts";
import type { Host, Place } from "./place.ts";

/** Messages between the hubs that share a database, by LISTEN and NOTIFY. Any of them may get lost. */
interface Announcements {
  /** Tells the other hubs about the commits sent on `queryInOrder` before, once they are done. Many calls share one message. */
  announce(): void;
  readonly messages: Messages;
  stop(): Promise<void>;
}

interface AnnouncementOptions {
  /** Another hub may have committed something. */
  onNews: () => void;
  /** Where the connections lead; undefined while there are none. */
  serverInUse: () => Host | undefined;
  log: (message: string) => void;
}

// In its own transaction, which need not reach the disk: what it announces is already there.
const notify = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";
const beatMs = 5000;

/**
 * Listens on a connection of its own. Every few seconds the hub sends itself a message; if that does not arrive, the connection is
 * replaced, whatever is wrong with it.
 */
export function createAnnouncements(
  place: Place,
  { query, queryInOrder }: Pick<Connections, "query" | "queryInOrder">,
  { onNews, serverInUse, log }: AnnouncementOptions,
): Announcements {
  const channel = `${place.schema}_events`;
  const self = randomUUID();
  const listeners = new Set<(text: string) => void>();
  let listening: { host: Host; driver: Driver } | undefined;
  let turn = 0;
  let heardAt = 0;
  let isDeaf = false;
  let sending = false;
  let hasNews = false;
  let stopped = false;

  async function send(kind: "news" | "beat" | "message", text = ""): Promise<void> {
    // Sent right behind the commit on the same connection, which saves a round trip.
    const run = kind === "news" ? queryInOrder : query;
    await run(notify, channel, `${kind} ${self} ${text}`).catch(() => {
      // The other hubs poll as well.
    });
  }

  function announce(): void {
    hasNews = true;
    if (!sending) void sendNews();
  }

  async function sendNews(): Promise<void> {
    sending = true;
    while (hasNews && !stopped) {
      hasNews = false;
      await send("news");
    }
    sending = false;
  }

  function receive(payload: string): void {
    heardAt = performance.now();
    const [kind, from = ""] = payload.split(" ", 2);
    if (from === self) return;
    if (kind === "news") onNews();
    if (kind !== "message") return;
    for (const listener of listeners)
      try {
        listener(payload.slice(`message ${from} `.length));
      } catch {
        // Any user of the database can send such a message. Nothing depends on it, and it must not crash a hub.
      }
  }

  /** The address's own host for LISTEN, or the next of several. */
  const hostToListen = () => place.listenHosts[turn % place.listenHosts.length] ?? serverInUse();

  async function listen(): Promise<void> {
    void listening?.driver.drop();
    const host = hostToListen();
    if (host === undefined) return;
    const driver = connect(place, host, { max: 1 });
    listening = { host, driver };
    try {
      await driver.sql.listen(channel, receive, () => {
        heardAt = performance.now();
        if (isDeaf) log(`${place.name}: notifications are back.`);
        isDeaf = false;
        // Catches up on what was announced while nobody was listening.
        onNews();
      });
    } catch {
      // The next beat tries again.
    }
  }

  function beat(): void {
    if (performance.now() - heardAt > 3 * beatMs) {
      if (!isDeaf) log(`${place.name}: no notifications arrive, so other hubs' events may come up to a second late.`);
      isDeaf = true;
    }
    const isSilent = performance.now() - heardAt > 1.5 * beatMs;
    if (isSilent) turn += 1;
    if (isSilent || listening?.host !== hostToListen()) void listen();
    void send("beat");
  }

  const timer = setInterval(beat, beatMs);
  timer.unref();
  heardAt = performance.now();
  void listen();

  return {
    announce,
    messages: {
      send: (text) => void send("message", text),
      listen(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listening?.driver.drop();
    },
  };
}
