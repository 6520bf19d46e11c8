import { type By, cleanLine, type Outcome } from "@yourcall/core";
import { Banner } from "./banner.tsx";
import type { ShownCard } from "./shown-card.ts";
import { toLocal } from "./times.ts";

/** How the ask ended, by whom, where and when. */
export function EndBanner({
  outcome,
  card,
  own,
  typed,
}: {
  outcome: Outcome;
  card: ShownCard;
  /** It was answered on this very surface. */
  own: boolean;
  /** Somebody was filling it in here. */
  typed: boolean;
}) {
  const { part } = card;
  const time = toLocal(outcome.at);
  const why = "reason" in outcome && outcome.reason !== undefined ? ` “${cleanLine(outcome.reason)}”` : "";
  const typing = typed ? ", while you were typing" : "";
  switch (outcome.status) {
    case "answered":
      return (
        <Banner part={part} tone="success" title="Answered." text={`${toWho(outcome.by, own)}, ${time}${typing}`} />
      );
    case "declined":
      return (
        <Banner
          part={part}
          tone="plain"
          title="Declined."
          text={`${toWho(outcome.by, own)}, ${time}${typing}.${why}`}
        />
      );
    case "cancelled":
      return <Banner part={part} tone="plain" title="Withdrawn" text={`by the agent, ${time}${typing}.${why}`} />;
    case "expired":
      return (
        <Banner
          part={part}
          tone="warning"
          title={`Expired ${time}.`}
          text={`Nothing was answered for you.${outcome.fallback ? " The agent goes on with what it recommended; nobody chose it." : ""}`}
        />
      );
  }
}

function toWho({ surface, user, act }: By, own: boolean): string {
  const who = own && act !== "script" ? "You" : user === undefined ? "Somebody" : cleanLine(user);
  return `${who}, in ${cleanLine(surface)}${act === "script" ? " by a script" : ""}`;
}
