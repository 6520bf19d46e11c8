import { type HubClient, pendingOf, type WireAsk } from "@yourcall/client";
import { toDecisionLine, toHeaderName, YourcallError } from "@yourcall/core";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { notificationState, turnNotificationsOff, turnNotificationsOn } from "../app/notifications.ts";
import { PageLink } from "../app/page-link.tsx";
import { navigate, toAskPath } from "../app/route.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { AskList } from "./ask-list.tsx";
import { AskPane } from "./ask-pane.tsx";
import { EmptyWaiting } from "./empty-waiting.tsx";

export interface WaitingPageProps {
  client: HubClient;
  storage: BrowserStorage;
  store: InboxStore;
  inbox: Inbox;
  /** The ask in the address, if any. */
  id?: string;
}

/** The pending asks: list and card side by side, or one after the other if there is less room. */
export function WaitingPage({ client, storage, store, inbox, id }: WaitingPageProps) {
  const wide = useWide();
  const pending = pendingOf(inbox);
  // Opens the oldest, and stays there until the person moves on.
  const [first, setFirst] = useState<string>();
  const oldest = pending[0]?.id;
  const [left, setLeft] = useState<string>();
  const stays = first !== undefined && first !== left && inbox.asks.has(first) ? first : oldest;
  if (stays !== first) setFirst(stays);
  const open = id ?? (wide ? stays : undefined);
  const ask = useAsk(client, open, inbox);
  const [sent, setSent] = useState<WireAsk>();
  const pane = useRef<HTMLElement>(null);
  const takeFocus = useRef(false);

  useEffect(() => store.hold({ open }), [store, open]);
  useEffect(() => {
    if (takeFocus.current) pane.current?.focus();
    takeFocus.current = false;
    if (open !== undefined && !wide) scrollTo(0, 0);
  }, [open, wide]);

  const next = pending.find((other) => other.id !== open);

  function goOn(ended: WireAsk, byKeys: boolean): void {
    if (!byKeys && wide) return;
    const waiting = pendingOf(store.now()).find((other) => other.id !== ended.id);
    setSent(ended);
    setLeft(ended.id);
    // After keyboard use the focus goes to the next card.
    takeFocus.current = byKeys;
    navigate(waiting === undefined ? "/" : toAskPath(waiting.id), { replace: true });
  }

  const position = pending.findIndex((other) => other.id === open) + 1;
  const isEmpty = inbox.loaded && pending.length === 0 && open === undefined;
  const showsList = (wide || open === undefined) && !(isEmpty && inbox.asks.size === 0);

  return (
    <main
      id="main"
      tabIndex={-1}
      className="waiting"
      data-layout={wide && showsList ? "both" : open === undefined ? "list" : "card"}
    >
      {!isEmpty && <h1 className={showsList && !wide ? "" : "unseen"}>Waiting</h1>}
      {showsList && (
        <div className="side">
          {!inbox.loaded && <p className="meta side-note">Loading…</p>}
          {inbox.loaded && inbox.asks.size === 0 && <p className="meta side-note">Nothing is waiting.</p>}
          <AskList
            inbox={inbox}
            open={open}
            store={store}
            onMove={(moved) => wide && navigate(toAskPath(moved), { replace: true })}
          />
          <NotifyOffer storage={storage} />
        </div>
      )}
      {isEmpty && (
        <div className="side-empty">
          {sent?.outcome !== undefined && <SentLine ask={inbox.asks.get(sent.id) ?? sent} />}
          <EmptyWaiting client={client} />
          {!showsList && <NotifyOffer storage={storage} />}
        </div>
      )}
      {open !== undefined && (
        <section ref={pane} tabIndex={-1} className="pane" aria-label="Open ask">
          <p className="pane-top">
            {!wide && <PageLink to="/">‹ All waiting</PageLink>}
            {position > 0 ? (
              <span className="meta">
                {position} of {pending.length}
              </span>
            ) : (
              // Above the card, which folds once the pointer leaves it: below, this would move away from the pointer.
              next !== undefined && <PageLink to={toAskPath(next.id)}>Next: {toHeaderName(next, 0)}</PageLink>
            )}
          </p>
          {sent?.outcome !== undefined && sent.id !== open && <SentLine ask={sent} />}
          {ask === "unknown" && <Unknown id={open} />}
          {ask !== undefined && ask !== "unknown" && (
            <AskPane
              key={ask.id}
              client={client}
              storage={storage}
              ask={ask}
              offline={inbox.link === "reconnecting"}
              onEnded={store.end}
              onSent={goOn}
            />
          )}
        </section>
      )}
    </main>
  );
}

function SentLine({ ask }: { ask: WireAsk }) {
  return (
    <p className="sent" role="status">
      Sent. {ask.outcome !== undefined && toDecisionLine(ask, ask.outcome, Date.now())}{" "}
      <PageLink to={`/log/${ask.id}`}>Show</PageLink>
    </p>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <div className="empty">
      <h1>Unknown question</h1>
      <p>
        This hub has no question <code>{id}</code>. It may have been deleted (see the <em>keep</em> setting), or belong
        to another hub.
      </p>
    </div>
  );
}

/** Offers desktop notifications until the person has said yes or no. After that they are on the settings page. */
function NotifyOffer({ storage }: { storage: BrowserStorage }) {
  const [state, setState] = useState(() => notificationState(storage));
  if (state !== "unasked") return null;
  return (
    <div className="notify-offer">
      <p className="meta">New questions can show up on this desktop, with their text.</p>
      <button type="button" onClick={() => void turnNotificationsOn(storage).then(setState)}>
        Notify me here
      </button>
      <button type="button" className="quiet" onClick={() => setState(turnNotificationsOff(storage))}>
        No, thanks
      </button>
    </div>
  );
}

/** An ask by its id: from the list, or from the hub if a link leads to one that has ended. */
function useAsk(
  client: HubClient,
  id: string | undefined,
  { asks, loaded, link }: Inbox,
): WireAsk | "unknown" | undefined {
  const listed = id === undefined ? undefined : asks.get(id);
  const [fetched, setFetched] = useState<{ id: string; ask: WireAsk | "unknown" } | undefined>();
  const wanted = id !== undefined && listed === undefined && loaded && link !== "reconnecting" ? id : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    let current = true;
    client.get(wanted).then(
      (ask) => current && setFetched({ id: wanted, ask }),
      (error) => {
        const isUnknown = YourcallError.isInstance(error) && error.code === "not-found";
        if (current && isUnknown) setFetched({ id: wanted, ask: "unknown" });
      },
    );
    return () => {
      current = false;
    };
  }, [client, wanted]);
  return listed ?? (fetched?.id === id ? fetched?.ask : undefined);
}

const wideQuery = "(min-width: 1024px)";

/** Whether list and card are side by side. */
function useWide(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => matchMedia(wideQuery).matches);
}

function subscribeToWidth(listener: () => void): () => void {
  const media = matchMedia(wideQuery);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
