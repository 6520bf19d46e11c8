import type { HubClient, HubEvent } from "@yourcall/client";

/** The connection to the hub: `lastSeen` is when it was last known to be there, in milliseconds since the epoch. */
export interface Link {
  state: "connecting" | "live" | "away";
  lastSeen: number;
}

export interface SharedEvents {
  client: Pick<HubClient, "events">;
  signal: AbortSignal;
  onEvent: (event: HubEvent) => void;
  onLink: (link: Link) => void;
  /** A new ask came in, and this is the one tab that tells the person. */
  onNotice: (event: Extract<HubEvent, { type: "ask-created" }>) => void;
}

type Message =
  | { type: "event"; event: HubEvent }
  | { type: "link"; link: Link }
  /** A tab that has just come asks how things are. */
  | { type: "hello" }
  /** Whether the person looks at this tab. */
  | { type: "watched"; tab: string; watched: boolean };

const name = "yourcall.events";
// After a refusal that no attempt of the client's would mend: another program may have the port now, and the hub later.
const retryMs = 5000;

/**
 * One event stream for all tabs of the browser. The tab that holds the lock reads it and passes everything on; when it goes,
 * the next one gets the lock and starts with a snapshot, which closes the gap for all.
 */
export function shareEvents({ client, signal, onEvent, onLink, onNotice }: SharedEvents): void {
  const channel = new BroadcastChannel(name);
  const tab = crypto.randomUUID();
  const watchedTabs = new Set<string>();
  let link: Link = { state: "connecting", lastSeen: Date.now() };
  let leads = false;

  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const tellWatched = () => tell({ type: "watched", tab, watched: isWatched() });

  function hear(message: Message): void {
    if (message.type === "event") onEvent(message.event);
    else if (message.type === "link") {
      link = message.link;
      onLink(link);
    } else if (message.type === "hello") {
      if (leads) tell({ type: "link", link });
      tellWatched();
    } else if (message.watched) watchedTabs.add(message.tab);
    else watchedTabs.delete(message.tab);
  }

  function enter(state: "live" | "reconnecting"): void {
    link =
      state === "live"
        ? { state: "live", lastSeen: Date.now() }
        : { state: "away", lastSeen: link.state === "live" ? Date.now() : link.lastSeen };
    tell({ type: "link", link });
    onLink(link);
  }

  async function lead(): Promise<void> {
    leads = true;
    while (!signal.aborted) {
      try {
        for await (const event of client.events({ signal, onState: enter })) {
          tell({ type: "event", event });
          onEvent(event);
          if (event.type === "ask-created" && !isWatched() && watchedTabs.size === 0) onNotice(event);
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
  // Where a browser has no locks, each tab has a stream of its own.
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
