import { type Draft, hasContent } from "../answering/draft.ts";
import { cleanLine } from "../clean-text.ts";
import { toAnswerText, toHeaderName } from "../option-name.ts";
import type { AgentInfo, Ask, By, Outcome, OutcomeStatus } from "../schemas.ts";
import { toSpan } from "./times.ts";

/** As much of an ask at the hub as a row of a list says of it. */
export interface ListedAsk extends Pick<Ask, "kind"> {
  status: "pending" | OutcomeStatus;
  waiting: { count: number; lastSeenAt: string };
  draft?: { draft: Draft };
}

/** `claude · fix login · ~/shop`: as much of it as the agent said. */
export function toAgentText({ agent }: { agent: AgentInfo }, home?: string): string {
  return [agent.name, agent.title, agent.cwd === undefined ? undefined : toShortPath(agent.cwd, home)]
    .map((part) => cleanLine(part ?? ""))
    .filter((part) => part !== "")
    .join(" · ");
}

/** It waits, and nobody waits for it. */
export function isAgentGone({ status, waiting }: Pick<ListedAsk, "status" | "waiting">, now: number): boolean {
  return status === "pending" && isAskerGone(waiting, now);
}

/** What matters about an ask before it is opened. */
export function toMarks(ask: ListedAsk, now: number): string[] {
  return [
    ...(ask.status === "pending" ? [] : [ask.status === "cancelled" ? "withdrawn" : ask.status]),
    ...(ask.kind === "approval" ? ["approval"] : []),
    ...(ask.status === "pending" && ask.draft !== undefined && hasContent(ask.draft.draft) ? ["draft"] : []),
    ...(isAgentGone(ask, now) ? ["agent gone"] : []),
  ];
}

/**
 * `web by ana`: where and who. Acts of a script are marked: `terminal by ana (a script)`. Whoever came with a link or a named
 * token could claim to be anybody, so only its name is shown: `link "Bo"`, `token "ci"`.
 */
export function toByText({ surface, user, act, token }: By): string {
  const script = act === "script" ? " (a script)" : "";
  const name = toTokenName(token);
  if (name !== undefined) return `${name}${script}`;
  const who = user === undefined ? "" : ` by ${cleanLine(user)}`;
  return `${cleanLine(surface)}${who}${script}`;
}

/** The same as part of a sentence: `in web by ana`, `with link "Bo"`. */
export function toPlaceText(by: By): string {
  return `${toTokenName(by.token) === undefined ? "in" : "with"} ${toByText(by)}`;
}

/** `link "Bo"`, `token "ci"`; undefined for the person's own, which have no names. */
export function toTokenName(token: By["token"]): string | undefined {
  if (token?.name === undefined) return undefined;
  if (token.scope !== "link") return `token "${cleanLine(token.name)}"`;
  // A link that was given no name is called after its scope.
  return token.name === "link" ? "a link" : `link "${cleanLine(token.name)}"`;
}

/** `in web by ana (click)`: where, who and how. */
function toActText(by: By): string {
  const isClaimed = toTokenName(by.token) === undefined;
  return by.act === "script" || !isClaimed ? toPlaceText(by) : `${toPlaceText(by)} (${by.act})`;
}

/** What was decided, in one line. */
export function toDecision(ask: Ask, outcome: Outcome): string {
  const headers = ask.questions.map((_, index) => toHeaderName(ask, index)).join(", ");
  const why = (reason: string | undefined) => (reason === undefined ? "" : ` ("${cleanLine(reason)}")`);
  switch (outcome.status) {
    case "answered":
      return outcome.answers
        .map((answer, index) => {
          const note = answer.notes === undefined ? "" : ` (note: ${cleanLine(answer.notes)})`;
          return `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}${note}`;
        })
        .concat(outcome.comment === undefined ? [] : [`comment: ${cleanLine(outcome.comment)}`])
        .join(" · ");
    case "declined":
      return `${headers}: declined${why(outcome.reason)}`;
    case "cancelled":
      return `${headers}: withdrawn${why(outcome.reason)}`;
    case "expired":
      return `${headers}: expired, nobody answered`;
  }
}

/** How it ended, in a sentence: how, where, by whom, when, after how long. `toTime` formats times. */
export function toEndText(ask: { createdAt: string }, outcome: Outcome, toTime: (iso: string) => string): string {
  const when = `${toTime(outcome.at)}, after ${toWaited(ask, outcome)}`;
  switch (outcome.status) {
    case "answered":
      return `Answered ${toActText(outcome.by)}, ${when}.`;
    case "declined":
      return `Declined ${toActText(outcome.by)}, ${when}.`;
    case "cancelled":
      return `Withdrawn, ${when}. Nothing was answered.`;
    case "expired":
      return `Expired, ${when}. Nobody answered.`;
  }
}

/** How long an ask waited until it ended: `12 min`. */
export function toWaited(ask: { createdAt: string }, outcome: Outcome): string {
  return toSpan(Date.parse(outcome.at) - Date.parse(ask.createdAt));
}

/** The fallback an expired ask gave its agent, one line per question; empty if there was no fallback. */
export function toFallbackLines(ask: Ask, outcome: Outcome): string[] {
  const fallback = outcome.status === "expired" ? (outcome.fallback ?? []) : [];
  return fallback.map((answer, index) => `${toHeaderName(ask, index)}: ${toAnswerText(ask, index, answer)}`);
}

function toShortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const goneMs = 10 * 60_000;

/** Nobody waits for the outcome, and nobody has for ten minutes. The ask stays answerable. */
export function isAskerGone(waiting: { count: number; lastSeenAt?: string | null }, now: number): boolean {
  return waiting.count === 0 && typeof waiting.lastSeenAt === "string" && now - Date.parse(waiting.lastSeenAt) > goneMs;
}
