import type { HubClient, HubEvent, WireAsk } from "@yourcall/client";

type LinkState = "live" | "reconnecting";

interface SharedEvents {
  client: Pick<HubClient, "events">;
  signal: AbortSignal;
  onEvent: (event: HubEvent) => void;
  /** The state of the connection, and when the hub was last there, in milliseconds since the epoch. */
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

const name = "yourcall.events";
// After a refusal for which the client does not try again: another program may have the port now, and the hub later.
const retryMs = 5000;
// Asks that are answered or withdrawn within this time notify nobody.
const graceMs = 5000;

/**
 * One event stream for all tabs of the browser. The tab that holds the lock reads it and passes everything on; when it is
 * closed, the next one gets the lock and starts with a snapshot, which closes the gap for all.
 */
export function shareEvents({ client, signal, onEvent, onLink, onNotice }: SharedEvents): void {
  const channel = new BroadcastChannel(name);
  const tab = crypto.randomUUID();
  const watchedTabs = new Set<string>();
  let link: { state: LinkState; lastSeen: number } | undefined;
  let leads = false;

  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const tellWatched = () => tell({ type: "watched", tab, watched: isWatched() });

  function hear(message: Message): void {
    if (message.type === "event") onEvent(message.event);
    else if (message.type === "link") {
      link = message;
      onLink(link.state, link.lastSeen);
    } else if (message.type === "hello") {
      if (leads && link !== undefined) tell({ type: "link", ...link });
      tellWatched();
    } else if (message.type === "notice") {
      if (isWatched()) onNotice(message.ask, true);
    } else if (message.watched) watchedTabs.add(message.tab);
    else watchedTabs.delete(message.tab);
  }

  function enter(state: LinkState): void {
    link = { state, lastSeen: link?.state === "reconnecting" && state !== "live" ? link.lastSeen : Date.now() };
    tell({ type: "link", ...link });
    onLink(link.state, link.lastSeen);
  }

  function notice(ask: WireAsk): void {
    if (signal.aborted) return;
    if (isWatched()) onNotice(ask, true);
    else if (watchedTabs.size === 0) onNotice(ask, false);
    else tell({ type: "notice", ask });
  }

  async function lead(): Promise<void> {
    leads = true;
    while (!signal.aborted) {
      try {
        for await (const event of client.events({ signal, onState: enter })) {
          tell({ type: "event", event });
          onEvent(event);
          if (event.type === "ask-created") setTimeout(notice, graceMs, event.ask);
        }
      } catch {
        enter("reconnecting");
      }
      await pause(signal);
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  for (const type of ["focus", "blur"]) addEventListener(type, tellWatched, { signal });
  addEventListener("pagehide", () => tell({ type: "watched", tab, watched: false }), { signal });
  signal.addEventListener("abort", () => channel.close());
  tell({ type: "hello" });
  // Without locks, each tab reads its own stream.
  if (navigator.locks === undefined) void lead();
  else navigator.locks.request(name, { signal }, lead).catch(() => {});
}

function isWatched(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, retryMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
