import type { HubClient, HubEvent, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { type Board, dropAsks, emptyBoard, pendingOf, putAsks, putDraft, sweep } from "./board.ts";
import { type Link, shareEvents } from "./share-events.ts";

/** What the page knows of the hub. */
export interface Inbox {
  board: Board;
  link: Link;
  /** Whether what waits has been read at all. */
  loaded: boolean;
}

export interface InboxStore {
  now(): Inbox;
  subscribe(listener: () => void): () => void;
  /** The hub's word on an ask, from a call that was made here. */
  put(ask: WireAsk): void;
  /** Where the person is: `inList` while pointer or focus is in the list, `open` the ask whose card is shown. */
  hold(held: { inList?: boolean; open?: string | undefined }): void;
  /** Follows the hub until the signal ends it. */
  start(signal: AbortSignal, onNotice: (ask: WireAsk) => void): void;
}

const refreshMs = 60_000;
const pageSize = 500;

/**
 * What waits at the hub, live: read once at the start and after every gap, and kept up by events. `onAll` hears the ids of all
 * that waits, whenever that was read.
 */
export function createInboxStore(client: HubClient, onAll?: (pending: string[]) => void): InboxStore {
  const listeners = new Set<() => void>();
  let inbox: Inbox = { board: emptyBoard, link: { state: "connecting", lastSeen: Date.now() }, loaded: false };
  let held: { inList: boolean; open: string | undefined } = { inList: false, open: undefined };
  let reading: Promise<void> | undefined;

  function change(next: Partial<Inbox>): void {
    const board = next.board ?? inbox.board;
    // Nothing moves under the pointer or the focus.
    inbox = { ...inbox, ...next, board: held.inList ? board : sweep(board, held.open) };
    for (const listener of listeners) listener();
  }

  const put = (asks: readonly WireAsk[]) => change({ board: putAsks(inbox.board, asks) });

  function take(event: HubEvent): void {
    if (event.type === "snapshot") {
      put(event.asks);
      change({ loaded: true });
      if (event.cursor === undefined) void settle(known(), event.asks);
      else void read();
    } else if (event.type === "ask-drafted")
      change({ board: putDraft(inbox.board, event.id, event.draft, event.expiresAt) });
    else put([event.ask]);
  }

  const known = () => pendingOf(inbox.board).map(({ id }) => id);

  function read(): Promise<void> {
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readAll(): Promise<void> {
    const before = known();
    const asks: WireAsk[] = [];
    try {
      for await (const ask of client.listAll({ status: "pending", limit: pageSize })) asks.push(ask);
    } catch {
      // The stream says that the hub is away, and calls again when it is back.
      return;
    }
    change({ board: putAsks(inbox.board, asks), loaded: true });
    await settle(before, asks);
    onAll?.(known());
  }

  /** What we thought pending and is not in the list ended while nobody told us. */
  async function settle(before: readonly string[], asks: readonly WireAsk[]): Promise<void> {
    const listed = new Set(asks.map(({ id }) => id));
    for (const id of before) {
      if (listed.has(id)) continue;
      try {
        put([await client.get(id)]);
      } catch (error) {
        if (YourcallError.isInstance(error) && error.code === "not-found")
          change({ board: dropAsks(inbox.board, [id]) });
      }
    }
  }

  return {
    now: () => inbox,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put: (ask) => put([ask]),
    hold(next) {
      held = { ...held, ...next };
      const swept = held.inList ? inbox.board : sweep(inbox.board, held.open);
      if (swept !== inbox.board) change({ board: swept });
    },
    start(signal, onNotice) {
      shareEvents({
        client,
        signal,
        onEvent: take,
        onLink(link) {
          const isBack = link.state === "live" && inbox.link.state === "away";
          change({ link });
          if (isBack) void read();
        },
        onNotice: ({ ask }) => onNotice(ask),
      });
      // The first paint does not wait for the stream.
      void read();
      // Who waits for an answer is not an event.
      const timer = setInterval(() => {
        if (document.visibilityState === "visible" && inbox.link.state === "live") void read();
      }, refreshMs);
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}
