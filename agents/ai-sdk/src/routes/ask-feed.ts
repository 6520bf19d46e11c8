import type { HubClient, HubEvent } from "@yourcall/client";
import { dropOldest } from "@yourcall/core/internal";

/** An event of the hub, and the session of its ask. */
export interface FedEvent {
  event: HubEvent;
  session: string | undefined;
}

interface Listener {
  /** Receives events in order. A `snapshot` means that events were missed. */
  receive(fed: FedEvent): void;
  /** The hub is away; the events that follow may have a gap. */
  lost(): void;
}

/** The app's events, read from the hub once for all its pages. */
export interface AskFeed {
  /** Resolves with a function that stops listening, once the hub's stream is open. Rejects if the hub is away. */
  listen(listener: Listener): Promise<() => void>;
  close(): void;
}

const maxKnown = 10_000;

/** The hub's stream stays open only while somebody listens. */
export function createAskFeed(hub: Pick<HubClient, "events" | "get">): AskFeed {
  const listeners = new Set<Listener>();
  const sessions = new Map<string, string | undefined>();
  let reading: { stop: AbortController; opened: Promise<void> } | undefined;

  function know(id: string, session: string | undefined): void {
    sessions.set(id, session);
    dropOldest(sessions, maxKnown);
  }

  /** The session of an event's ask. Looked up if the event names only the ask, as drafts and deliveries do. */
  async function sessionOf(event: HubEvent): Promise<string | undefined> {
    if (event.type === "snapshot") {
      for (const { id, agent } of event.asks) know(id, agent.session);
      return undefined;
    }
    if ("ask" in event) know(event.ask.id, event.ask.agent.session);
    const id = "ask" in event ? event.ask.id : event.id;
    if (!sessions.has(id)) know(id, (await hub.get(id).catch(() => undefined))?.agent.session);
    return sessions.get(id);
  }

  function read(): NonNullable<typeof reading> {
    const stop = new AbortController();
    const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
    // Listeners await this promise; without any, a rejection must not be unhandled.
    opened.catch(() => {});
    const lose = (why: unknown) => {
      reject(why);
      if (reading?.stop === stop) reading = undefined;
      stop.abort();
      for (const listener of [...listeners]) listener.lost();
    };
    const away = new Error("The hub is away.");
    void (async () => {
      const onState = (state: "live" | "reconnecting") => state === "reconnecting" && lose(away);
      for await (const event of hub.events({ signal: stop.signal, onState })) {
        const session = await sessionOf(event);
        resolve();
        for (const listener of [...listeners]) listener.receive({ event, session });
      }
      lose(away);
    })().catch(lose);
    return { stop, opened };
  }

  function end(): void {
    reading?.stop.abort();
    reading = undefined;
  }

  return {
    async listen(listener) {
      reading ??= read();
      listeners.add(listener);
      const leave = () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
      try {
        await reading.opened;
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    close() {
      end();
      for (const listener of [...listeners]) listener.lost();
      listeners.clear();
    },
  };
}
