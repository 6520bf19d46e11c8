import type { WireAsk } from "@yourcall/client";
import { cleanLine, toHeaderName } from "@yourcall/core";
import type { Column } from "./table-text.ts";
import { toAge } from "./times.ts";

const goneMs = 10 * 60_000;

/** The columns of `toListRow`. */
export const listColumns: Column[] = [{}, { max: 32 }, { max: 18 }, { rest: true }, {}, {}];

/** An ask in one line: id, who asks from where, headers, question, age, and what else matters before it is opened. */
export function toListRow(ask: WireAsk, shortId: string, now: number, home?: string): string[] {
  const more = ask.questions.length - 1;
  return [
    shortId,
    toAgentText(ask, home),
    `${toHeaderName(ask, 0)}${more > 0 ? ` +${more}` : ""}`,
    cleanLine(ask.questions[0]?.question ?? ""),
    toAge(now - Date.parse(ask.createdAt)),
    toMarks(ask, now).join(", "),
  ];
}

/** `claude · fix login · ~/shop`: as much of it as the agent said. */
export function toAgentText({ agent }: Pick<WireAsk, "agent">, home?: string): string {
  return [agent.name, agent.title, agent.cwd === undefined ? undefined : toShortPath(agent.cwd, home)]
    .map((part) => cleanLine(part ?? ""))
    .filter((part) => part !== "")
    .join(" · ");
}

/** Nobody waits for the outcome, and nobody has for ten minutes. The ask stays answerable. */
export function isAgentGone({ status, waiting }: WireAsk, now: number): boolean {
  return status === "pending" && waiting.count === 0 && now - Date.parse(waiting.lastSeenAt) > goneMs;
}

function toMarks(ask: WireAsk, now: number): string[] {
  return [
    ...(ask.status === "pending" ? [] : [ask.status === "cancelled" ? "withdrawn" : ask.status]),
    ...(ask.kind === "approval" ? ["approval"] : []),
    ...(ask.draft === undefined || ask.status !== "pending" ? [] : ["draft"]),
    ...(isAgentGone(ask, now) ? ["agent gone"] : []),
  ];
}

function toShortPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
