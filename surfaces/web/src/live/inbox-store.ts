import type { HubClient, HubEvent, WireAsk } from "@yourcall/client";
import {
  changePendingList,
  dismissEnded,
  emptyPendingList,
  followPending,
  type PendingChange,
  type PendingList,
  pendingOf,
} from "@yourcall/client/internal";
import { machineClock } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";

/** What the page knows about the hub. `lastSeen` is when the hub was last reachable, in milliseconds since the epoch. */
export interface Inbox extends PendingList {
  lastSeen: number;
  /** Grows with every ask that ends or whose outcome is delivered. */
  decided: number;
}

interface Held {
  inList: boolean;
  open?: string | undefined;
  sent?: string | undefined;
  listed?: readonly string[];
}

export interface InboxStore {
  now(): Inbox;
  subscribe(listener: () => void): () => void;
  /** Takes the ended ask from the response to a call made here. */
  end(ask: WireAsk): void;
  /**
   * Where the person is: `inList` while pointer or focus is in the list, `open` is the ask whose card is shown, `sent` the last
   * one answered here, whose row stays until the next answer; `listed` are the asks whose card is shown as one.
   */
  hold(held: Partial<Held>): void;
  /** Follows the hub until the signal ends it. */
  start(signal: AbortSignal, onNotice: (ask: WireAsk, isSeen: boolean) => void): void;
}

/** The pending asks, live. `onAll` gets the ids of all pending asks whenever they have been read. */
export function createInboxStore(client: HubClient, onAll?: (pending: string[]) => void): InboxStore {
  const listeners = new Set<() => void>();
  let inbox: Inbox = { ...emptyPendingList, lastSeen: Date.now(), decided: 0 };
  let held: Held = { inList: false };

  function become(next: Inbox): void {
    // Nothing moves under the pointer or the focus.
    inbox = held.inList ? next : { ...next, ...dismissEnded(next, held.open, held.sent, ...(held.listed ?? [])) };
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

type LinkState = "live" | "reconnecting";

interface SharedEvents {
  client: Pick<HubClient, "events">;
  signal: AbortSignal;
  onEvent: (event: HubEvent) => void;
  /** The state of the connection, and when the hub was last reachable, in milliseconds since the epoch. */
  onLink: (state: LinkState, lastSeen: number) => void;
  /**
   * An ask came in some seconds ago, and this is the tab that may notify the person: the one they are looking at, or any one if
   * they are looking at none.
   */
  onNotice: (ask: WireAsk, isSeen: boolean) => void;
}

type Message =
  | { type: "event"; event: HubEvent }
  | { type: "link"; state: LinkState; lastSeen: number }
  /** A tab that was just opened asks for the state of the connection. */
  | { type: "hello" }
  /** For the tab that the person is looking at. */
  | { type: "notice"; ask: WireAsk }
  /** Whether the person is looking at this tab. */
  | { type: "watched"; tab: string; watched: boolean };

/** The name of the channel between the tabs, and of the lock. */
const sharedName = "yourcall.events";
// The pause after a refusal that the client does not retry: another program may have the port now, and the hub may get it back.
const retryMs = 5000;
// There is no notification for asks that are answered or withdrawn within this time.
const graceMs = 5000;

/**
 * One event stream for all tabs of the browser. The tab that holds the lock reads it and passes everything on; when it is
 * closed, the next one gets the lock and starts with a snapshot, which closes the gap for all.
 */
function shareEvents({ client, signal, onEvent, onLink, onNotice }: SharedEvents): void {
  const channel = new BroadcastChannel(sharedName);
  const tab = crypto.randomUUID();
  const watchedTabs = new Set<string>();
  let link: { state: LinkState; lastSeen: number } | undefined;
  let leads = false;

  const post = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const postWatched = () => post({ type: "watched", tab, watched: isWatched() });

  function receive(message: Message): void {
    if (message.type === "event") onEvent(message.event);
    else if (message.type === "link") {
      link = message;
      onLink(link.state, link.lastSeen);
    } else if (message.type === "hello") {
      if (leads && link !== undefined) post({ type: "link", ...link });
      postWatched();
    } else if (message.type === "notice") {
      if (isWatched()) onNotice(message.ask, true);
    } else if (message.watched) watchedTabs.add(message.tab);
    else watchedTabs.delete(message.tab);
  }

  function enter(state: LinkState): void {
    link = { state, lastSeen: link?.state === "reconnecting" && state !== "live" ? link.lastSeen : Date.now() };
    post({ type: "link", ...link });
    onLink(link.state, link.lastSeen);
  }

  function notice(ask: WireAsk): void {
    if (signal.aborted) return;
    if (isWatched()) onNotice(ask, true);
    else if (watchedTabs.size === 0) onNotice(ask, false);
    else post({ type: "notice", ask });
  }

  async function lead(): Promise<void> {
    leads = true;
    while (!signal.aborted) {
      try {
        for await (const event of client.events({ signal, onState: enter })) {
          post({ type: "event", event });
          onEvent(event);
          if (event.type === "ask-created") setTimeout(notice, graceMs, event.ask);
        }
      } catch {
        enter("reconnecting");
      }
      await pause(machineClock, retryMs, signal).catch(() => {});
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  for (const type of ["focus", "blur"]) addEventListener(type, postWatched, { signal });
  addEventListener("pagehide", () => post({ type: "watched", tab, watched: false }), { signal });
  signal.addEventListener("abort", () => channel.close());
  post({ type: "hello" });
  // Without locks, each tab reads its own stream.
  if (navigator.locks === undefined) void lead();
  else navigator.locks.request(sharedName, { signal }, lead).catch(() => {});
}

function isWatched(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}
