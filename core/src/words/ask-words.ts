import type { Draft } from "../answering/draft.ts";
import { hasContent } from "../answering/has-content.ts";
import type { Ask } from "../ask.ts";
import type { AgentInfo } from "../asker.ts";
import { cleanLine } from "../clean-text.ts";
import { toAnswerText, toHeaderName } from "../option-name.ts";
import type { By, Outcome, OutcomeStatus } from "../outcome.ts";

/** As much of an ask at the hub as a row of a list says of it. */
export interface ListedAsk extends Pick<Ask, "kind"> {
  status: "pending" | OutcomeStatus;
  waiting: { count: number; lastSeenAt: string };
  draft?: { draft: Draft };
}

const goneMs = 10 * 60_000;

/** `claude · fix login · ~/shop`: as much of it as the agent said. */
export function toAgentText({ agent }: { agent: AgentInfo }, home?: string): string {
  return [agent.name, agent.title, agent.cwd === undefined ? undefined : toShortPath(agent.cwd, home)]
    .map((part) => cleanLine(part ?? ""))
    .filter((part) => part !== "")
    .join(" · ");
}

/** Nobody waits for the outcome, and nobody has for ten minutes. The ask stays answerable. */
export function isAgentGone({ status, waiting }: Pick<ListedAsk, "status" | "waiting">, now: number): boolean {
  return status === "pending" && waiting.count === 0 && now - Date.parse(waiting.lastSeenAt) > goneMs;
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

/** `web by ana`, and a script is named as one. */
export function toByText({ surface, user, act }: By): string {
  const who = user === undefined ? "" : ` by ${cleanLine(user)}`;
  return `${cleanLine(surface)}${who}${act === "script" ? " (script)" : ""}`;
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

function toShortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
