import type { HubClient, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { UsageError } from "../usage-error.ts";
import { isWholeId, matchIds, shortestId, toShortIds } from "./ask-ids.ts";

const page = 500;

/**
 * The ask that an argument names: by its whole id, or by a beginning or an end of it that no other pending ask has. Where no
 * pending ask fits, the latest ended ones are looked at, so that a person hears who was faster and not that there is none.
 */
export async function findAsk(client: HubClient, given: string): Promise<WireAsk> {
  if (isWholeId(given)) return client.get(given);
  if (given.replace(/^ask_/i, "").length < shortestId)
    throw new UsageError(`"${given}" is too short to name an ask. Give at least ${shortestId} characters of its id.`);
  const pending: WireAsk[] = [];
  for await (const ask of client.listAll({ status: "pending", limit: page })) pending.push(ask);
  const found = choose(given, pending) ?? choose(given, (await client.list({ status: "ended", limit: page })).asks);
  if (found === undefined)
    throw new YourcallError(
      "not-found",
      `No ask has an id that begins or ends with "${given}". See \`yourcall list\`.`,
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
    throw new UsageError(`"${given}" fits ${ids.length} asks. Say which one: ${short.join(", ")}.`);
  }
  return ids[0];
}
