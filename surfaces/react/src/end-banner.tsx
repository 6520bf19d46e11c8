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
  const { status } = outcome;
  const when = `${toLocal(outcome.at)}${typed ? ", while you were typing" : ""}.`;
  const why = "reason" in outcome && outcome.reason ? ` “${cleanLine(outcome.reason)}”` : "";
  const expired = status === "expired";
  const instead = expired && outcome.fallback ? " The agent goes on with what it recommended; nobody chose it." : "";
  return (
    <Banner
      part={card.part}
      tone={status === "answered" ? "success" : expired ? "warning" : "plain"}
      title={toTitle(outcome, when)}
      text={
        expired
          ? `Nothing was answered for you.${instead}`
          : `${"by" in outcome ? `${toWho(outcome.by, own)}, ${when}` : "Nothing was answered."}${why}`
      }
    />
  );
}

function toTitle({ status, at }: Outcome, when: string): string {
  switch (status) {
    case "answered":
      return "Answered.";
    case "declined":
      return "Declined.";
    // Who withdrew it is not known.
    case "cancelled":
      return `Withdrawn, ${when}`;
    case "expired":
      return `Expired, ${toLocal(at)}.`;
  }
}

function toWho({ surface, user, act }: By, own: boolean): string {
  const who = own && act !== "script" ? "You" : cleanLine(user ?? "Somebody");
  return `${who}, in ${cleanLine(surface)}${act === "script" ? " by a script" : ""}`;
}
