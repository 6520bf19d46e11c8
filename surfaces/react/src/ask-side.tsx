import { cleanLine, type Question, toAnswerText, toHeaderName, toQuestionAnswer } from "@yourcall/core";
import { useRef } from "react";
import Evidence from "./approval/evidence.tsx";
import { toSaid } from "./card-head.tsx";
import { AgentText } from "./markdown/agent-text.tsx";
import Previews from "./previews.tsx";
import { QuestionNumber } from "./question-title.tsx";
import type { ShownCard } from "./shown-card.ts";
import { useHostScheme } from "./use-host-scheme.ts";

/** What is shown beside the card: previews, what an approval is about or the answers so far, then what the agent said. */
export default function AskSide({ card, ended }: { card: ShownCard; ended: boolean }) {
  const { ask } = card.state;
  const place = useRef<HTMLDivElement>(null);
  useHostScheme(place);
  const said = toSaid(card.props.ask);
  // One card may stand for several asks.
  const agent = card.props.count === undefined ? cleanLine(card.props.ask.agent?.name ?? "") || "the agent" : "they";
  const previewed = ask.questions.some(({ options }: Question) => options.some(({ preview }) => preview));
  return (
    <div ref={place} className="yc-side">
      {ask.kind === "approval" && (ended || card.state.page !== "lines") && <Evidence card={card} beside />}
      {previewed && <Previews card={card} ended={ended} />}
      {!previewed && !ended && ask.questions.length > 1 && <AnswersSoFar card={card} />}
      {said !== "" && (
        <div className="yc-block">
          <h2>What {agent} said before asking</h2>
          <div dir="auto">
            <AgentText card={card} text={said} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Each of several questions with its answer; pressing one goes there. */
function AnswersSoFar({ card }: { card: ShownCard }) {
  const { ask, entries } = card.state;
  return (
    <>
      <div className="yc-bar">
        <h2>Your answers so far</h2>
      </div>
      <ol className="yc-outline">
        {ask.questions.map((question, index) => {
          const entry = entries[index];
          const answer = entry && toQuestionAnswer(ask, question, entry);
          return (
            <li key={card.id(`${index}-answer`)}>
              <button
                type="button"
                onClick={() => card.lead({ type: "focus", question: index, row: entry?.focus ?? 0 })}
              >
                <QuestionNumber card={card} index={index} />
                <span>{toHeaderName(ask, index)}</span>
                <span dir="auto" data-open={!answer}>
                  {answer ? toAnswerText(ask, index, answer) : "open"}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
