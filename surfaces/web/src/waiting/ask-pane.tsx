import { AlreadyEndedError, type HubClient, type WireAsk } from "@yourcall/client";
import type { Outcome } from "@yourcall/core";
import { QuestionCard, type Reply } from "@yourcall/react";
import type { ReactNode } from "react";
import type { BrowserStorage } from "../app/browser-storage.ts";
import { lettersAct } from "../app/page-keys.ts";
import { threeColumns, useMedia } from "../app/use-media.ts";
import { AskFacts } from "./ask-facts.tsx";
import { useDraftSync } from "./draft-sync.ts";

export interface AskPaneProps {
  client: HubClient;
  storage: BrowserStorage;
  ask: WireAsk;
  offline: boolean;
  /** A link to this ask, for others. */
  link?: string;
  /** What stands over the card. */
  line?: ReactNode;
  /** The same in short, for the card's own line on a phone. */
  status?: ReactNode;
  /** Puts it off; undefined if there is nothing else to go on with. */
  onLater?: (() => void) | undefined;
  onEnded: (ask: WireAsk) => void;
  /** It was sent from here and accepted. */
  onSent: (ask: WireAsk) => void;
}

/** One ask: its card, and on a wide screen what belongs beside it. Belongs to that ask: give it the id as `key`. */
export function AskPane({
  client,
  storage,
  ask,
  offline,
  link = ask.url,
  line,
  status,
  onLater,
  onEnded,
  onSent,
}: AskPaneProps) {
  const { draft, elsewhere, keep, pauseFor, end } = useDraftSync(client, ask, storage);
  const isWide = useMedia(threeColumns);

  async function send(act: () => Promise<WireAsk>, answers?: Reply["answers"]): Promise<void> {
    const call = act();
    pauseFor(call);
    try {
      const ended = await call;
      end();
      onEnded(ended);
      onSent(ended);
    } catch (error) {
      if (!AlreadyEndedError.isInstance(error)) throw error;
      end();
      onEnded(withOutcome(ask, error.outcome));
      // The same answers mean that ours was accepted and the response lost. Otherwise somebody else was first.
      const taken = error.outcome.status === "answered" ? error.outcome.answers : undefined;
      if (answers === undefined || JSON.stringify(taken) !== JSON.stringify(answers)) throw error;
    }
  }

  const submit = ({ answers, comment, act }: Reply) =>
    send(() => client.answer(ask.id, { answers, comment, surface: "web", act }), answers);
  const decline = ({ reason }: { reason?: string }) =>
    send(() => client.decline(ask.id, { reason, surface: "web", act: "submit" }));

  function layout({ card, side }: { card: ReactNode; side: ReactNode | null }): ReactNode {
    const hasSide = side !== null;
    const facts = <AskFacts ask={ask} link={link} />;
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
          <aside className="side" aria-label="Beside the question">
            {side}
            {facts}
          </aside>
        )}
      </div>
    );
  }

  const card = (
    <QuestionCard
      ask={ask}
      surface="web"
      onSubmit={submit}
      onDecline={decline}
      onDraft={keep}
      offline={offline}
      draft={draft}
      elsewhere={elsewhere}
      status={status}
      onLater={onLater}
      letters={lettersAct(storage)}
      // With less room everything is inside the card.
      layout={isWide ? layout : undefined}
    />
  );
  return isWide ? card : layout({ card, side: null });
}

/** The ask as it is once it has ended this way. */
export function withOutcome({ draft, ...ask }: WireAsk, outcome: Outcome): WireAsk {
  return { ...ask, status: outcome.status, outcome };
}
