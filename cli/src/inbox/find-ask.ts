import type { HubClient, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { UsageError } from "../run-command.ts";
import { isWholeId, matchIds, shortestId, toShortIds } from "./ask-ids.ts";

const page = 500;

/**
 * The ask that an argument names: by its whole id, or by a beginning or an end of it that no other pending ask has. If no
 * pending ask matches, the latest ended ones are searched, so that the error says who was faster.
 */
export async function findAsk(client: HubClient, given: string): Promise<WireAsk> {
  if (isWholeId(given)) return client.get(given);
  if (given.replace(/^ask_/i, "").length < shortestId)
    throw new UsageError(`"${given}" is too short. Give at least ${shortestId} characters of the ask's id.`);
  const pending: WireAsk[] = [];
  for await (const ask of client.listAll({ status: "pending", limit: page })) pending.push(ask);
  const found = choose(given, pending) ?? choose(given, (await client.list({ status: "ended", limit: page })).asks);
  if (found === undefined)
    throw new YourcallError(
      "not-found",
      `No ask has an id that begins or ends with "${given}". \`yourcall list\` shows the pending ones.`,
    );
  return client.get(found);
}

function choose(given: string, asks: readonly WireAsk[]): string | undefined {
  const ids = matchIds(
    given,
    asks.map(({ id }) => id),
  );
  if (ids.length > 1) {
    const short = [...toShortIds(ids).values()].slice(0, 10);
    throw new UsageError(`"${given}" matches ${ids.length} asks. Name one of them: ${short.join(", ")}.`);
  }
  return ids[0];
}
