import { type HubClient, joinLive, type WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { toLocalDate, toLocalTime } from "@yourcall/core/internal";
import type { GrantBody } from "@yourcall/core/internal/wire";
import { QuestionCard } from "@yourcall/react";
import { type LiveCard, useLiveCard } from "@yourcall/react/internal";
import { lazy, type ReactNode, Suspense, useContext, useEffect, useEffectEvent, useState } from "react";
import { storage } from "../app/browser-storage.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { clickSends, lettersAct } from "../app/page-keys.ts";
import { Devices } from "../app/use-fresh.ts";
import { phone, threeColumns, useMedia } from "../app/use-media.ts";
import type { Inbox } from "../live/inbox-store.ts";
import type { ChosenGrant } from "./allow-for-a-while.tsx";
import { LaterUntil } from "./later-until.tsx";
import { SessionLink } from "./session-link.tsx";

// Few asks need the first two, and the last is read after the question.
const AllowForAWhile = lazy(() => import("./allow-for-a-while.tsx"));
const AskDevices = lazy(() => import("./ask-devices.tsx"));
const AskSession = lazy(() => import("./ask-session.tsx"));

/** The name of this page in the log. */
export const surface = "web";

export interface AskCardOptions {
  client: HubClient;
  ask: WireAsk;
  offline: boolean;
  onEnded: (ask: WireAsk) => void;
  /** Called when an answer sent from here was accepted. */
  onSent: (ask: WireAsk) => void;
  /** What else an answer that allows it once allows for a while. */
  grant?: GrantBody | undefined;
}

interface PaneParts {
  /** A link to this ask, for others. */
  link?: string;
  /** What is above the card. */
  line?: ReactNode;
  /** A short form of `line`, for the card's own line on a phone. */
  status?: ReactNode;
  /** Puts it off, until a time if one is given. */
  onLater?: ((time?: number) => void) | undefined;
  /** What could be allowed for a while, and what is known of it at the person's devices. */
  devices?: ReactNode;
  /** The session that asks, shown beside the question, so that there is always something. */
  session?: ReactNode;
}

/** The card of one ask of the inbox. Give it the ask's id as `key`. */
export function AskPane({ link, line, status, onLater, ...options }: AskCardOptions & PaneParts) {
  const { client, ask } = options;
  const [chosen, setChosen] = useState<ChosenGrant>();
  const hasDevices = useContext(Devices).length > 0;
  const devices = (
    <Suspense fallback={null}>
      {ask.kind === "approval" && <AllowForAWhile {...{ client, ask, chosen }} onChoose={setChosen} />}
      {(hasDevices || ask.receipts !== undefined) && <AskDevices {...{ client, ask, hasDevices }} />}
    </Suspense>
  );
  const session = (
    <Suspense fallback={null}>
      <AskSession client={client} ask={ask} />
    </Suspense>
  );
  return (
    <CardPane
      card={useAskCard({ ...options, grant: chosen?.grant })}
      {...{ link, line, status, onLater, devices, session }}
    />
  );
}

/**
 * The card of one ask and, on a wide screen, what belongs beside it. Card, Send and side have the same place for every ask: only what
 * is in them scrolls.
 */
export function CardPane({ card, link, line, status, onLater, devices, session }: { card: LiveCard } & PaneParts) {
  const { ask } = card;
  const isWide = useMedia(threeColumns);
  const isPhone = useMedia(phone);

  function layout({ card, side }: { card: ReactNode; side: ReactNode | null }): ReactNode {
    const hasSide = isWide && (side !== null || session !== undefined);
    const facts = (
      <div className="ask-below">
        <AskFacts ask={ask} link={link ?? ask.url}>
          {onLater !== undefined && ask.outcome === undefined && <LaterUntil onLater={onLater} />}
        </AskFacts>
        {devices}
      </div>
    );
    return (
      <div className="open-columns" data-side={hasSide || undefined}>
        <div className="work-column">
          {line}
          <div className="work">
            <div className="work-inner">
              {card}
              {isPhone && facts}
            </div>
          </div>
          {!hasSide && !isPhone && facts}
        </div>
        {hasSide && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
          <aside className="side" aria-label="Beside the question" tabIndex={0}>
            {side}
            {/* What is read later is last, so that nothing moves when it is there. */}
            {facts}
            {session}
          </aside>
        )}
      </div>
    );
  }

  // With less room everything is inside the card, which stays the same card: a person may turn the screen while they type.
  return (
    <QuestionCard {...card} status={status} onLater={onLater && (() => onLater())} layout={layout} hasSide={isWide} />
  );
}

/** When it was asked, and ways to link to it. Ids are not shown. */
function AskFacts({ ask, link, children }: { ask: WireAsk; link: string; children: ReactNode }) {
  return (
    <p className="ask-facts line fine">
      <time dateTime={ask.createdAt} title={toLocalDate(ask.createdAt)}>
        Asked {toLocalTime(ask.createdAt, Date.now())}
      </time>
      <SessionLink ask={ask} />
      {children}
      <CopyButton text={link} label="Copy link" className="quiet small" />
      <CopyButton text={ask.id} label="Copy id" className="quiet small" />
    </p>
  );
}

/** The props of the card of one ask of the hub. Give the component that uses it the ask's id as `key`. */
export function useAskCard({ client, ask, offline, onEnded, onSent, grant }: AskCardOptions): LiveCard {
  const by = { surface, act: "submit" } as const;
  const [live] = useState(() => joinLive(client, ask, { by, isUpdatedByCaller: true, storage }));
  const card = useLiveCard(live, surface, grant);
  useEffect(() => live.update(ask), [live, ask]);
  const end = useEffectEvent(() => {
    const now = live.now();
    // The list may not know it yet.
    if (ask.status === "pending") onEnded(now.ask);
    if (now.sentHere) onSent(now.ask);
  });
  useEffect(() => {
    let isShown = true;
    void live.ended.then(() => isShown && end());
    return () => {
      isShown = false;
      void live.flush().finally(live.close);
    };
  }, [live]);
  return { ...card, offline, letters: lettersAct(), submitOnClick: clickSends() };
}

/** An ask by its id: from the list, or from the hub if a link leads to one that has ended. */
export function useAsk(
  client: HubClient,
  id: string | undefined,
  { asks, loaded, link }: Inbox,
): WireAsk | "unknown" | undefined {
  const listed = id === undefined ? undefined : asks.get(id);
  // An ask that leaves the list stays as it was until the hub has said what became of it.
  const [known, setKnown] = useState(listed);
  if (listed !== undefined && listed !== known) setKnown(listed);
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
  return listed ?? [fetched, known && { id: known.id, ask: known }].find((found) => found?.id === id)?.ask;
}
