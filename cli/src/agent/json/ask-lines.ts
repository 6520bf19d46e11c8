import { type AgentInfo, type Ask, checkSheet, toDecision, toLocalTime, toPlaceText } from "@yourcall/core";
import { toOutcome } from "../../ask/await-end.ts";
import type { LiveEnd } from "../../ask/live-ask.ts";
import type { LineOut } from "./line-schemas.ts";

/** An ask as lines name it. */
interface NamedAsk {
  id: string;
  askId: string;
  ask: Ask & { agent?: AgentInfo };
}

/** How an ask ended. The summary also says who ended it and where, unless this host did. */
export function toEndedLine({ id, askId, ask }: NamedAsk, { outcome, elsewhere }: LiveEnd): LineOut {
  const where =
    elsewhere && "by" in outcome
      ? ` · ${outcome.status} ${toPlaceText(outcome.by)} at ${toLocalTime(outcome.at, Date.now())}`
      : elsewhere
        ? ` · at ${toLocalTime(outcome.at, Date.now())}`
        : "";
  return { type: "ask_ended", id, askId, outcome, elsewhere, summary: `${toDecision(ask, outcome)}${where}` };
}

/** What a sheet would send, and how far it is. Nothing is sent. */
export function toCheckedLine({ id, askId, ask }: NamedAsk, sheet: string): LineOut {
  const { answers, comment, declined, errors, progress } = checkSheet(sheet, ask, { id: askId });
  const named = { type: "sheet_checked", id, askId, errors, progress } as const;
  if (errors.length > 0) return named;
  const end =
    declined === undefined
      ? ({ type: "submitted", answers, comment } as const)
      : ({ type: "declined", ...declined } as const);
  const summary = toDecision(ask, toOutcome(ask, end, "expire", { surface: "json", act: "sheet" }));
  return declined === undefined ? { ...named, answers, comment, summary } : { ...named, declined, summary };
}

/** Why a line about an ask changes nothing: the ask is unknown, or has ended. */
export function toNotOpenLine(id: string, status: string | undefined): LineOut {
  return {
    type: "error",
    ...(status === undefined
      ? { code: "unknown-ask", message: `No ask "${id}" is open.` }
      : { code: "already-ended", message: `The ask had already ended: ${status}. This response changed nothing.` }),
    id,
    ended: false,
  };
}
