import type { AskQuery, WireAsk } from "@yourcall/client";
import { maxPageSize } from "@yourcall/core/internal";
import { withHub } from "../hub/connect.ts";
import { parseDuration } from "../parse-duration.ts";
import { warn } from "../print.ts";
import { UsageError } from "../run-command.ts";

type Filter = "session" | "token" | "agent" | "project" | "since" | "search" | "limit";
type QueryFlags = { [name in Filter]?: string } & { json?: boolean };

const defaultLimit = 100;

/** The asks that the flags select, in the hub's order. Says so if there are more than it takes without a limit. */
export async function queryAsks(
  { session, token, agent, project, since, search, limit, json }: QueryFlags,
  status: AskQuery["status"],
): Promise<WireAsk[]> {
  const most = limit === undefined ? defaultLimit : parseLimit(limit);
  const query: AskQuery = {
    status,
    // One more than is shown, to find out whether there are more.
    limit: Math.min(most + 1, maxPageSize),
    session,
    token,
    agent,
    q: search,
    notices: json === true ? "yes" : undefined,
  };
  const from = since === undefined ? undefined : parseSince(since);
  const asks: WireAsk[] = [];
  await withHub("human", { start: true }, async (client) => {
    for await (const ask of client.listAll(query)) {
      // Ended asks come newest first, so none of the rest match.
      if (from !== undefined && Date.parse(ask.outcome?.at ?? ask.createdAt) < from) {
        if (ask.outcome !== undefined) break;
        continue;
      }
      if (project !== undefined && !isIn(ask, project)) continue;
      if (asks.length === most) {
        // With a limit, as many as were asked for are all that is wanted.
        if (limit === undefined) warn(`Showing only ${most}; there are more. Use --limit ${most * 10} to see them.`);
        break;
      }
      asks.push(ask);
    }
  });
  return asks;
}

/** Whether the ask is from this project: a path, or the name of a directory in it. */
function isIn({ agent: { cwd = "" } }: WireAsk, project: string): boolean {
  return cwd === project || cwd.split(/[\\/]/).includes(project);
}

/** `90m`, `2h`, `3d` ago, or a day as `2026-11-14`. */
function parseSince(text: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00`) : Number.NaN;
  if (!Number.isNaN(day)) return day;
  if (!/^\d+(\.\d+)?(ms|s|m|h|d)$/.test(text))
    throw new UsageError(`--since must be a day like 2026-11-14 or a time like 2h or 3d, got "${text}".`);
  return Date.now() - parseDuration(text, "--since");
}

function parseLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new UsageError(`--limit must be from 1 to 9999999, got "${text}".`);
  return limit;
}
