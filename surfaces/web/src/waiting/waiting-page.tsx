import type { HubClient } from "@yourcall/client";
import { asksOf, groupSame, isShown, noFilter } from "@yourcall/client/internal";
import { toAddressees } from "@yourcall/core/internal";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { isTypingIn, usePageKeys } from "../app/page-keys.ts";
import { navigate, toSessionPath } from "../app/route.tsx";
import { phone, twoColumns, useMedia } from "../app/use-media.ts";
import type { Inbox, InboxStore } from "../live/inbox-store.ts";
import { AskList } from "./ask-list.tsx";
import { AskPane, useAsk } from "./ask-pane.tsx";
import { type LastDone, PaneLine, SentLine } from "./pane-line.tsx";
import { NothingMore, NotifyOffer, UnknownAsk } from "./pane-notes.tsx";
import { toDeskSession } from "./session-link.tsx";
import { useBatch } from "./use-batch.ts";
import { useOpenAsk } from "./use-open-ask.ts";
import { useSteadyInput } from "./use-steady-input.ts";

const BatchPane = lazy(() => import("./batch-pane.tsx"));
const EmptyWaiting = lazy(() => import("./empty-waiting.tsx"));
const KeySheet = lazy(() => import("../app/key-sheet.tsx"));

interface WaitingPageProps {
  client: HubClient;
  store: InboxStore;
  inbox: Inbox;
  /** The hub has been away for longer than a moment. */
  away: boolean;
  /** The ask in the address, if any. */
  id?: string;
}

/** Where the focus goes in the card: the marked or chosen row, or else the first field. */
const marked = ':is([data-cursor="true"], [data-picked="true"]) input, .yc-choice[data-cursor="true"], .yc-field';

/** What was done last, with what has become of it since. */
function toLatest(last: LastDone | undefined, { asks }: Inbox): LastDone | undefined {
  if (last?.ask === undefined) return last;
  return { ...last, ask: asks.get(last.ask.id) ?? last.ask };
}

/** The pending asks: list, card and side next to each other, or list and card as separate pages if there is less room. */
export function WaitingPage({ client, store, inbox, away, id }: WaitingPageProps) {
  const wide = useMedia(twoColumns);
  const isPhone = useMedia(phone);
  const [filter, setFilter] = useState(noFilter);
  const [helps, setHelp] = useState(false);
  const all = asksOf(inbox);
  const pending = all.filter(({ status }) => status === "pending");
  const shown = all.filter((ask) => isShown(ask, filter, Date.now()));
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  const rows = groupSame(shown, apart);
  const steps = useOpenAsk({ store, shown, rows, id, wide });
  const { open } = steps;
  const batch = useBatch(open, rows);
  const asks = batch.ids?.flatMap((each) => inbox.asks.get(each) ?? []);
  const last = toLatest(steps.last, inbox);
  const found = useAsk(client, open, inbox);
  const ask = found === "unknown" ? undefined : found;
  const main = useRef<HTMLElement>(null);
  const pane = useRef<HTMLElement>(null);
  const { ignored, ignoreKey } = useSteadyInput({
    ...{ main, pane, isOwn: steps.takeOwn },
    open: open && [open, batch.ids?.length].join(" "),
  });
  const listed = batch.ids?.join(" ") ?? "";
  useLayoutEffect(() => store.hold({ open, listed: listed.split(" ") }), [store, open, listed]);

  const help = () => {
    setHelp(true);
    return true;
  };
  const toSession = () => {
    const session = ask && toDeskSession(ask);
    if (session !== undefined) navigate(toSessionPath(session));
    return session !== undefined;
  };
  usePageKeys(
    { j: () => steps.move(1), k: () => steps.move(-1), l: () => steps.later(), g: toSession, "?": help },
    { guarded: true, onIgnored: ignoreKey },
  );

  const rowsPending = rows.filter((row) => row.pending.length > 0);
  const isEmpty = inbox.loaded && pending.length === 0 && open === undefined;
  // Nothing waits, but rows that have ended are still under somebody's pointer or focus.
  const isListKept = inbox.asks.size > (last?.ask !== undefined && inbox.asks.has(last.ask.id) ? 1 : 0);
  const showsList = wide
    ? !(isEmpty && inbox.asks.size === 0)
    : open === undefined && (!isEmpty || isListKept || isTypingIn(".list"));
  const showsEmpty = isEmpty && (wide || !showsList);
  const isThrough = wide && open === undefined && !isEmpty && inbox.loaded;
  const isPending = (asks ?? [ask]).some((each) => each?.status === "pending");
  // On a phone the card says it, just above Send.
  const inCard = isPhone && isPending;
  const line = (
    <PaneLine
      last={inCard ? undefined : last}
      ignored={inCard ? undefined : ignored}
      position={rowsPending.findIndex((row) => row.asks.some((each) => each.id === open)) + 1}
      count={rowsPending.length}
      whom={isPending && ask !== undefined ? toAddressees(ask) : ""}
      next={ask === undefined || isPending ? undefined : steps.next}
      more={isPending ? batch.more : 0}
      onMore={batch.add}
    />
  );

  const shared = {
    ...{ client, line, offline: away, onEnded: store.end },
    status: inCard && (ignored || last !== undefined) && <SentLine last={last} ignored={ignored} />,
  };

  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      className="waiting"
      data-layout={showsEmpty && !showsList ? "empty" : wide ? "both" : open === undefined ? "list" : "card"}
    >
      {!showsEmpty && <h1 className="unseen">Waiting</h1>}
      {showsList && (
        <AskList
          {...{ client, inbox, store, shown, rows, pending, steps, filter }}
          onFilter={setFilter}
          onEnter={() => pane.current?.querySelector<HTMLElement>(marked)?.focus()}
          onKeys={() => setHelp(true)}
        />
      )}
      {showsEmpty && (
        <Suspense fallback={null}>
          <div className="empty-pane">
            {last !== undefined && line}
            <EmptyWaiting client={client} />
            <NotifyOffer />
          </div>
        </Suspense>
      )}
      {(open !== undefined || isThrough) && (
        <section ref={pane} tabIndex={-1} className="pane" aria-label="Open ask">
          {isThrough && (
            <NothingMore
              line={line}
              hidden={pending.filter((ask) => !shown.includes(ask) && !steps.putOff.has(ask.id)).length}
              putOff={pending.filter(({ id }) => steps.putOff.has(id)).length}
              onShow={() => setFilter(noFilter)}
              onTakeUp={steps.takeUp}
            />
          )}
          {found === "unknown" && open !== undefined && <UnknownAsk line={line} id={open} />}
          {ask !== undefined && asks !== undefined && (
            <Suspense fallback={null}>
              <BatchPane
                key={listed}
                {...{ asks, ...shared }}
                onLater={steps.later}
                onSent={steps.sentAll}
                onApart={() => {
                  setApart((before) => new Set([...before, ...(batch.ids ?? [])]));
                  batch.leave();
                }}
              />
            </Suspense>
          )}
          {ask !== undefined && asks === undefined && (
            <AskPane key={ask.id} {...{ ask, ...shared }} onLater={steps.later} onSent={steps.sent} />
          )}
        </section>
      )}
      <Suspense fallback={null}>{helps && <KeySheet on="waiting" onClose={() => setHelp(false)} />}</Suspense>
    </main>
  );
}
