import { QuestionCard } from "@yourcall/react";
import type { ReactNode } from "react";
import { threeColumns, useMedia } from "../app/use-media.ts";
import { AskFacts } from "./ask-facts.tsx";
import { type AskCardOptions, useAskCard } from "./use-ask-card.ts";

export interface AskPaneProps extends AskCardOptions {
  /** A link to this ask, for others. */
  link?: string;
  /** What stands over the card. */
  line?: ReactNode;
  /** The same in short, for the card's own line on a phone. */
  status?: ReactNode;
  /** Puts it off; undefined if there is nothing else to go on with. */
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
