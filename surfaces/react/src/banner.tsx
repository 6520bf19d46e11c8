import { type By, cleanLine, type Outcome, toLocalTime, toTokenName } from "@yourcall/core";
import type { ReactNode } from "react";
import type { CardPart } from "./card-props.ts";
import type { ShownCard } from "./shown-card.ts";

/** How it stands, in a sentence above everything else. */
export function Banner({
  part,
  tone,
  title,
  text,
  children,
}: {
  part: (name: CardPart) => string;
  tone: "success" | "warning" | "danger" | "plain";
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className={part("banner")} data-tone={tone}>
      <p dir="auto">
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}

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
  const when = `${toLocalTime(outcome.at, Date.now())}${typed ? ", while you were typing" : ""}.`;
  const why = "reason" in outcome && outcome.reason ? ` “${cleanLine(outcome.reason)}”` : "";
  const expired = status === "expired";
  const instead =
    expired && outcome.fallback ? " The agent continues with its recommendation, which nobody chose." : "";
  return (
    <Banner
      part={card.part}
      tone={status === "answered" ? "success" : expired ? "warning" : "plain"}
      title={titles[status] + ("by" in outcome ? "." : `, ${when}`)}
      // Who withdrew it is not known.
      text={("by" in outcome ? `${toWho(outcome.by, own)}, ${when}` : `Nothing was answered for you.${instead}`) + why}
    />
  );
}

const titles = { answered: "Answered", declined: "Declined", cancelled: "Withdrawn", expired: "Expired" };

function toWho({ surface, user, act, token }: By, own: boolean): string {
  const name = toTokenName(token);
  if (name !== undefined && !own) return `With ${name}${act === "script" ? ", by a script" : ""}`;
  const who = own && act !== "script" ? "You" : cleanLine(user ?? "Somebody");
  return `${who}, in ${cleanLine(surface)}${act === "script" ? " by a script" : ""}`;
}
