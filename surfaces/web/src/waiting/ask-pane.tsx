import type { WireAsk } from "@yourcall/client";
import { toLocalDate, toLocalTime } from "@yourcall/core";
import { QuestionCard } from "@yourcall/react";
import type { ReactNode } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { threeColumns, useMedia } from "../app/use-media.ts";
import { type AskCardOptions, useAskCard } from "./use-ask.ts";

interface AskPaneProps extends AskCardOptions {
  /** A link to this ask, for others. */
  link?: string;
  /** What is above the card. */
  line?: ReactNode;
  /** The same in short, for the card's own line on a phone. */
  status?: ReactNode;
  /** Puts it off; undefined if no other ask is waiting. */
  onLater?: (() => void) | undefined;
}

/** One ask: its card, and on a wide screen what belongs beside it. Belongs to that ask: give it the id as `key`. */
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
          <aside className="side" aria-label="Beside the question">
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

/** When it was asked, and ways to point at it. Ids stay out of sight. */
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
