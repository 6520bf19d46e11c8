import "./ask-panel.css";
import { cleanLine, toHeaderName } from "@yourcall/core";
import { QuestionCard } from "@yourcall/react";
import { type AskCardOptions, useAskCard } from "../waiting/use-ask-card.ts";
import { toAgentName } from "./session-words.ts";

/** A question of a session, over the input. Belongs to that ask: give it the id as `key`. */
export function AskPanel({ agent: name, count, ...options }: AskCardOptions & { agent: string; count: number }) {
  const { ask } = options;
  const card = useAskCard(options);
  const agent = toAgentName(cleanLine(name));
  const title = ask.kind === "approval" ? `${agent} wants to go on` : `${agent} is asking`;
  return (
    <section className="ask-panel" aria-label={title}>
      <p className="ask-panel-head">
        <b>{title}</b>
        <span className="ask-panel-about">
          {ask.kind === "approval" ? "Approval" : ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ")}
        </span>
        {count > 1 && <span>1 of {count}</span>}
      </p>
      <div className="ask-panel-card">
        <QuestionCard {...card} />
      </div>
    </section>
  );
}
