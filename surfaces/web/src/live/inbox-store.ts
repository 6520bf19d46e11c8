import {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  followPending,
  type HubClient,
  type PendingChange,
  type PendingList,
  pendingOf,
  type WireAsk,
} from "@yourcall/client";
import { shareEvents } from "./share-events.ts";

/** What the page knows about the hub. `lastSeen` is when the hub was last there, in milliseconds since the epoch. */
export interface Inbox extends PendingList {
  lastSeen: number;
  /** Grows with every ask that ends or whose outcome is delivered. */
  decided: number;
}

export interface InboxStore {
  now(): Inbox;
  subscribe(listener: () => void): () => void;
  /** The ask as it ended, from a call made here. */
  end(ask: WireAsk): void;
  /**
   * Where the person is: `inList` while pointer or focus is in the list, `open` the ask whose card is shown, `sent` the last
   * one that was answered here, whose row stays until the next.
   */
  hold(held: { inList?: boolean; open?: string | undefined; sent?: string | undefined }): void;
  /** Follows the hub until the signal ends it. */
  start(signal: AbortSignal, onNotice: (ask: WireAsk, isSeen: boolean) => void): void;
}

/** The pending asks, live. `onAll` gets the ids of all pending asks whenever they have been read. */
export function createInboxStore(client: HubClient, onAll?: (pending: string[]) => void): InboxStore {
  const listeners = new Set<() => void>();
  let inbox: Inbox = { ...emptyPendingList, lastSeen: Date.now(), decided: 0 };
  let held: { inList: boolean; open?: string | undefined; sent?: string | undefined } = { inList: false };

  function become(next: Inbox): void {
    // Nothing moves under the pointer or the focus.
    inbox = held.inList ? next : { ...next, ...dismissEnded(next, held.open, held.sent) };
    for (const listener of listeners) listener();
  }

  function onChange(change: PendingChange): void {
    const decided = inbox.decided + (change.type === "ask-ended" || change.type === "ask-delivered" ? 1 : 0);
    become({ ...inbox, ...changePendingList(inbox, change), decided });
    if (change.type === "asks-listed" && change.all) onAll?.(pendingOf(inbox).map(({ id }) => id));
  }

  return {
    now: () => inbox,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: (ask) => onChange({ type: "ask-ended", ask }),
    hold(next) {
      held = { ...held, ...next };
      if (inbox.asks.size > inbox.pending) become(inbox);
    },
    start(signal, onNotice) {
      void followPending({
        client,
        signal,
        list: () => inbox,
        onChange,
        isWatched: () => document.visibilityState === "visible",
        async source({ onEvent, onState }) {
          const onLink = (state: "live" | "reconnecting", lastSeen: number) => {
            inbox = { ...inbox, lastSeen };
            onState(state);
          };
          shareEvents({ client, signal, onEvent, onLink, onNotice });
        },
      });
    },
  };
}
