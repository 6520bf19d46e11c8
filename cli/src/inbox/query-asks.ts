import { existsSync } from "node:fs";
import type { AskQuery, HubClient, WireAsk } from "@yourcall/client";
import { readHubAddress, stateDirectory } from "@yourcall/client/node";
import { maxPageSize } from "@yourcall/core";
import { listAnswered } from "../ask/keep-answered.ts";
import { withHub } from "../hub/connect.ts";
import { readWantedHub } from "../hub/hub-process.ts";
import { isDatabaseUrl, storeFile } from "../hub/store-file.ts";
import { parseDuration } from "../parse-duration.ts";
import { UsageError } from "../run-command.ts";
import { say } from "../say.ts";

/** The flags that `list` and `log` share. */
export const queryOptions = {
  json: { type: "boolean" },
  status: { type: "string" },
  session: { type: "string" },
  search: { type: "string" },
  limit: { type: "string" },
} as const;

type Filter = "status" | "session" | "token" | "agent" | "project" | "since" | "search" | "limit";
type QueryFlags = { [name in Filter]?: string } & { json?: boolean };

const defaultLimit = 100;

/** The asks that the flags select, in the hub's order. Says so if there are more than the limit. */
export async function queryAsks<Status extends NonNullable<AskQuery["status"]>>(
  { status, session, token, agent, project, since, search, limit, json }: QueryFlags,
  statuses: readonly [Status, ...Status[]],
): Promise<WireAsk[]> {
  const most = limit === undefined ? defaultLimit : parseLimit(limit);
  const query: AskQuery = {
    status: parseStatus(status ?? statuses[0], statuses),
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
  await withAsks(async (client) => {
    for await (const ask of client.listAll(query)) {
      // Ended asks come newest first, so none of the rest match.
      if (from !== undefined && Date.parse(ask.outcome?.at ?? ask.createdAt) < from) {
        if (ask.outcome !== undefined) break;
        continue;
      }
      if (project !== undefined && !isIn(ask, project)) continue;
      if (asks.length === most) {
        say(`Showing only ${most}; there are more. Use --limit ${most * 10} to see them.`);
        break;
      }
      asks.push(ask);
    }
  });
  return asks;
}

/** Passes a client to `use` that can list asks. This works even if a person stopped the hub, and leaves it stopped. */
async function withAsks(use: (client: HubClient) => Promise<void>): Promise<void> {
  const directory = stateDirectory();
  const isStopped = readHubAddress(directory, process.env) === null && readWantedHub(directory) === null;
  // A shared database is only read through a hub.
  if (!isStopped || isDatabaseUrl(process.env.YOURCALL_STORE ?? "")) return withHub("human", { start: "again" }, use);
  const store = storeFile(directory);
  if (!existsSync(store) && listAnswered(directory).length === 0) return;
  const { withKeptHub } = await import("../hub/kept-hub.ts");
  return withKeptHub(directory, store, use);
}

function parseStatus<Status extends string>(text: string, statuses: readonly Status[]): Status {
  const found = statuses.find((status) => status === text);
  if (found === undefined) throw new UsageError(`--status must be one of ${statuses.join(", ")}, got "${text}".`);
  return found;
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
