import type { WireAsk } from "@yourcall/client";
import { cleanText, type Outcome, toEndText, toFallbackLines, toLocalDate } from "@yourcall/core";

/** How it ended: by whom, where, how, when, after how long, and what was said to the whole. */
export function DecisionEnd({ ask, outcome }: { ask: WireAsk; outcome: Outcome }) {
  const passedOn = toFallbackLines(ask, outcome);
  return (
    <div className="decision-end">
      <p>{toEndText(ask, outcome, toLocalDate)}</p>
      {outcome.status === "answered" && outcome.comment !== undefined && <Said name="Comment" text={outcome.comment} />}
      {"reason" in outcome && outcome.reason !== undefined && <Said name="Reason" text={outcome.reason} />}
      {passedOn.length > 0 && (
        <Said name="Recommended and passed on to the agent, chosen by nobody" text={passedOn.join("\n")} />
      )}
    </div>
  );
}

/** Words of a person, or a list, as they were given. */
export function Said({ name, text }: { name: string; text: string }) {
  return (
    <div className="said">
      <p className="meta">{name}</p>
      <p className="said-text" dir="auto">
        {cleanText(text)}
      </p>
    </div>
  );
}
