import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import { type Outcome, YourcallError } from "@yourcall/core";
import { toLocalDate, toLocalTime } from "@yourcall/core/internal";
import { type CardProps, QuestionCard, type Reply } from "@yourcall/react";
import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { lettersAct } from "../app/page-keys.ts";
import { threeColumns, useMedia } from "../app/use-media.ts";
import type { Inbox } from "../live/inbox-store.ts";
import { useDraftSync } from "./draft-sync.ts";

export interface AskCardOptions {
  client: HubClient;
  ask: WireAsk;
  offline: boolean;
  onEnded: (ask: WireAsk) => void;
  /** Called when an answer sent from here was accepted. */
  onSent: (ask: WireAsk) => void;
}

interface AskPaneProps extends AskCardOptions {
  /** A link to this ask, for others. */
  link?: string;
  /** What is above the card. */
  line?: ReactNode;
  /** A short form of `line`, for the card's own line on a phone. */
  status?: ReactNode;
  /** Puts it off; undefined if no other ask is waiting. */
  onLater?: (() => void) | undefined;
}

/** The card of one ask and, on a wide screen, what belongs beside it. Give it the ask's id as `key`. */
export function AskPane({ link, line, status, onLater, ...options }: AskPaneProps) {
  const { ask } = options;
  const card = useAskCard(options);
  const isWide = useMedia(threeColumns);

  function layout({ card, side }: { card: ReactNode; side: ReactNode | null }): ReactNode {
    const hasSide = side !== null;
    const facts = <AskFacts ask={ask} link={link ?? ask.url} />;
    return (
      <div className="open-columns" data-side={hasSide || undefined} data-kind={ask.kind}>
        <div className="work">
          <div className="work-inner">
            {line}
            {card}
            {!hasSide && facts}
          </div>
        </div>
        {hasSide && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling parts must be reachable by keyboard
          <aside className="side" aria-label="Beside the question" tabIndex={0}>
            {side}
            {facts}
          </aside>
        )}
      </div>
    );
  }

  // With less room everything is inside the card.
  const shown = <QuestionCard {...card} status={status} onLater={onLater} layout={isWide ? layout : undefined} />;
  return isWide ? shown : layout({ card: shown, side: null });
}

/** When it was asked, and ways to link to it. Ids are not shown. */
function AskFacts({ ask, link }: { ask: WireAsk; link: string }) {
  return (
    <p className="ask-facts line fine">
      <time dateTime={ask.createdAt} title={toLocalDate(ask.createdAt)}>
        Asked {toLocalTime(ask.createdAt, Date.now())}
      </time>
      <CopyButton text={link} label="Copy link" className="quiet small" />
      <CopyButton text={ask.id} label="Copy id" className="quiet small" />
    </p>
  );
}

/** The props of the card of one ask of the hub. Give the component that uses it the ask's id as `key`. */
export function useAskCard({ client, ask, offline, onEnded, onSent }: AskCardOptions): CardProps {
  const { draft, elsewhere, keep, pauseFor, end } = useDraftSync(client, ask);

  async function send(act: () => Promise<WireAsk>, answers?: Reply["answers"]): Promise<void> {
    const call = act();
    pauseFor(call);
    try {
      const ended = await call;
      end("sent");
      onEnded(ended);
      onSent(ended);
    } catch (error) {
      if (!AlreadyEndedError.isInstance(error)) throw error;
      // The same answers mean that ours was accepted and the response lost. Otherwise somebody else was first.
      const taken = error.outcome.status === "answered" ? error.outcome.answers : undefined;
      const isOurs = answers !== undefined && JSON.stringify(taken) === JSON.stringify(answers);
      end(isOurs ? "sent" : undefined);
      onEnded(withOutcome(ask, error.outcome));
      if (!isOurs) throw error;
    }
  }

  return {
    ask,
    surface: "web",
    offline,
    draft,
    elsewhere,
    letters: lettersAct(),
    onDraft: keep,
    onSubmit: ({ answers, comment, act }) =>
      send(() => client.answer(ask.id, { answers, comment, surface: "web", act }), answers),
    onDecline: ({ reason }) => send(() => client.decline(ask.id, { reason, surface: "web", act: "submit" })),
  };
}

/** The ask, ended with this outcome. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
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
