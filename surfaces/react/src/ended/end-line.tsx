import { type By, cleanLine, type Outcome, toByText } from "@yourcall/core";
import { lateAt, toDeliveryText, toEndWord, toLocalTime, toSurfaceName, toTokenName } from "@yourcall/core/internal";
import { useEffect, useState } from "react";
import { useHydrated } from "../card-head.tsx";
import type { CardAsk } from "../card-props.ts";
import type { ShownCard } from "../shown-card.ts";

/** Tells the person who answered that the outcome did not reach its agent. */
function LateLine({ ask: { agent = { name: "the agent" }, delivery, outcome } }: { ask: CardAsk }) {
  const [, look] = useState(0);
  const at = lateAt({ delivery });
  useEffect(() => {
    if (at === undefined) return;
    const timer = setTimeout(() => look((count) => count + 1), Math.max(0, at - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [at]);
  const late = toDeliveryText({ agent, delivery, outcome }, Date.now());
  return late === undefined ? null : <p className="yc-late">It {late}.</p>;
}

type Doing = "typing" | "choosing" | undefined;

/** How the ask ended, by whom, where and when. Shown where Send was. */
export function EndLine({
  outcome,
  card,
  own,
  doing,
}: {
  outcome: Outcome;
  card: ShownCard;
  /** Whether the person who looks at it ended it. */
  own: boolean;
  /** What somebody was doing here meanwhile. */
  doing: Doing;
}) {
  const here = useHydrated();
  const [title, text] = toEndText(outcome, { own, doing, at: here ? toLocalTime(outcome.at, Date.now()) : "" });
  return (
    <div className={`${card.part("footer")} ${card.part("banner")}`} data-tone={tones[outcome.status]} role="status">
      <p dir="auto">
        <strong>{title}</strong> {text}
      </p>
      {here && <LateLine ask={card.props.ask} />}
    </div>
  );
}

/**
 * Whether the person who looks at this card is said to have ended the ask. An answer with a name that was not sent from here, even on
 * the same surface, may come from another person.
 */
export function isOwn({ props: { surface = "card" }, sentHere }: ShownCard, outcome: Outcome): boolean {
  const by = "by" in outcome ? outcome.by : undefined;
  return by?.surface === surface && (sentHere || (by.user ?? by.token?.name) === undefined);
}

/** How the ask ended, as a title and the text after it. */
export function toEndText(
  outcome: Outcome,
  { own, doing, at }: { own: boolean; doing: Doing; at: string },
): [title: string, text: string] {
  const { status } = outcome;
  const title = toEndWord(outcome);
  const when = `${at}${doing === undefined ? "" : `, while you were ${doing}`}.`;
  const why = "reason" in outcome && outcome.reason ? ` “${cleanLine(outcome.reason)}”` : "";
  if (status === "declined" && outcome.asked !== undefined)
    return [`${title}.`, `${toWho(outcome.by, own)}, ${when}${why} Nothing was decided.`];
  const expired = status === "expired";
  const instead =
    expired && outcome.fallback ? " The agent continues with its recommendation, which nobody chose." : "";
  // A withdrawal does not say who made it.
  return "by" in outcome
    ? [`${title}.`, `${toWho(outcome.by, own)}, ${when}${why}`]
    : [`${title}, ${when}`, `Nothing was answered for you.${instead}${why}`];
}

export const tones = { answered: "success", declined: "plain", cancelled: "plain", expired: "warning" };

function toWho(by: By, own: boolean): string {
  const { surface, user, act, token } = by;
  if (act === "reported") return `In ${toByText(by)}`;
  if (act === "covered") return `By ${toByText(by)}`;
  if (token?.scope === "app" && !own) return toByText(by);
  const name = toTokenName(token);
  if (name !== undefined && !own) return `With ${name}${act === "script" ? ", by a script" : ""}`;
  const who = own && act !== "script" ? "You" : cleanLine(user ?? "");
  // Nobody calls the page a chat where they look at it.
  if (surface === "card" && who === "You") return who;
  return `${who === "" ? "In" : `${who}, in`} ${toSurfaceName(surface)}${act === "script" ? " by a script" : ""}`;
}
