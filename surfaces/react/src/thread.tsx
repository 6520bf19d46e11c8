import { cleanText } from "@yourcall/core";
import { AgentText } from "./markdown/agent-text.tsx";
import type { ShownCard } from "./shown-card.ts";

/** What the person asked before they decide, and what the agent replied; the last reply is what it said before it asked again. */
export default function Thread({ card }: { card: ShownCard }) {
  const { thread = [], context } = card.props.ask;
  return (
    <ol className="yc-thread" aria-label="What was said so far">
      {thread.flatMap(({ asked, reply }, index) => {
        const said = cleanText(reply ?? (index === thread.length - 1 ? (context ?? "") : "")).trim();
        return [
          <li key={card.id(`asked-${index}`)} className="yc-turn" data-who="you" dir="auto">
            <b>You asked</b> {cleanText(asked)}
          </li>,
          said !== "" && (
            <li key={card.id(`reply-${index}`)} className="yc-turn" data-who="agent" dir="auto">
              <AgentText card={card} text={said} />
            </li>
          ),
        ];
      })}
    </ol>
  );
}
