import type { AskQuery, HubClient, WireAsk } from "@yourcall/client";
import { type OutcomeStatus, outcomeStatuses } from "@yourcall/core";

/** The filter and position in the log, from the address. Empty texts filter nothing. */
export interface LogQuery {
  q: string;
  agent: string;
  session: string;
  /** A token's id: asks that were asked, answered or declined with it. */
  token: string;
  outcome: OutcomeStatus | "";
  /** The cursor that leads to older decisions, or to newer ones; never both. */
  before?: string;
  after?: string;
}

/** One page of the log, newest first, and the addresses of its neighbours. */
export interface LogPart {
  asks: WireAsk[];
  newer?: string;
  older?: string;
}

const pageSize = 30;

export function parseLogQuery(search: string): LogQuery {
  const given = new URLSearchParams(search);
  const of = (name: string) => given.get(name) ?? "";
  const before = of("before");
  const after = of("after");
  return {
    q: of("q"),
    agent: of("agent"),
    session: of("session"),
    token: of("token"),
    outcome: outcomeStatuses.find((status) => status === of("outcome")) ?? "",
    ...(before !== "" ? { before } : after !== "" ? { after } : {}),
  };
}

/** The address of a part of the log. */
export function toLogPath(query: Partial<LogQuery>): string {
  const search = new URLSearchParams();
  for (const name of ["q", "agent", "session", "token", "outcome", "before", "after"] as const) {
    const value = query[name]?.trim() ?? "";
    if (value !== "") search.set(name, value);
  }
  return search.size === 0 ? "/log" : `/log?${search}`;
}

/** Whether there is any filter. */
export function isFiltered({ q, agent, session, token, outcome }: LogQuery): boolean {
  return [q, agent, session, token, outcome].some((value) => value.trim() !== "");
}

/** Reads the page that the address names. */
export async function readLogPart(client: Pick<HubClient, "list">, query: LogQuery): Promise<LogPart> {
  const { before, after, ...filter } = query;
  const link = (place: Partial<LogQuery>) => toLogPath({ ...filter, ...place });
  if (after !== undefined) {
    const page = await client.list({ ...toAskQuery(filter), order: "oldest", cursor: after });
    // Less than a page means that the newest end is reached, so show the whole first page.
    if (page.asks.length < pageSize) return readLogPart(client, filter);
    return {
      asks: page.asks.toReversed(),
      newer: page.cursor && link({ after: page.cursor }),
      older: page.back && link({ before: page.back }),
    };
  }
  const page = await client.list({ ...toAskQuery(filter), order: "newest", cursor: before });
  return {
    asks: page.asks,
    newer: before && link({ after: page.back }),
    older: page.cursor && link({ before: page.cursor }),
  };
}

function toAskQuery({ q, agent, session, token, outcome }: LogQuery): AskQuery {
  return {
    status: outcome || "ended",
    limit: pageSize,
    q: q.trim() || undefined,
    agent: agent || undefined,
    session: session || undefined,
    token: token || undefined,
  };
}
