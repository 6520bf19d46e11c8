import type { HubClient, WireAsk } from "@yourcall/client";
import { YourcallError } from "@yourcall/core";
import { maxPageSize } from "@yourcall/core/internal";
import { UsageError } from "../run-command.ts";

const start = "ask_";
const wholeLength = 35;

/** The shortest part of an id that a person may give. */
const shortestId = 4;

/**
 * The ask that an argument names: by its whole id, or by a beginning or an end of it that no other pending ask has. If no
 * pending ask matches, the latest ended ones are searched, so that the error says who was faster.
 */
export async function findAsk(client: HubClient, given: string): Promise<WireAsk> {
  if (isWholeId(given)) return client.get(given);
  if (given.replace(/^ask_/i, "").length < shortestId)
    throw new UsageError(`"${given}" is too short. Give at least ${shortestId} characters of the ask's id.`);
  const pending: WireAsk[] = [];
  for await (const ask of client.listAll({ status: "pending", limit: maxPageSize })) pending.push(ask);
  const found =
    choose(given, pending) ?? choose(given, (await client.list({ status: "ended", limit: maxPageSize })).asks);
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

/** Whether this is a whole id. */
export function isWholeId(given: string): boolean {
  return given.startsWith(start) && given.length - start.length === wholeLength;
}

/** The ids that begin or end with the given text, ignoring case and `ask_`. An exact match is the only one. */
export function matchIds(given: string, ids: readonly string[]): string[] {
  if (ids.includes(given)) return [given];
  const wanted = toBare(given);
  if (wanted.length < shortestId) return [];
  return ids.filter((id) => {
    const bare = toBare(id);
    return bare.startsWith(wanted) || bare.endsWith(wanted);
  });
}

/** For each id, the shortest end that is unique among them. */
export function toShortIds(ids: readonly string[]): Map<string, string> {
  // Ids that could be confused begin or end with the same few characters, so only those are compared.
  const near = new Map<string, Set<string>>();
  const nearTo = (edge: string) => near.get(edge) ?? near.set(edge, new Set()).get(edge) ?? new Set();
  for (const id of ids) for (const edge of toEdges(toBare(id))) nearTo(edge).add(id);
  return new Map(
    ids.map((id) => {
      const bare = id.startsWith(start) ? id.slice(start.length) : id;
      for (let length = shortestId; length < bare.length; length++) {
        const short = bare.slice(-length);
        const alike = toEdges(toBare(short)).flatMap((edge) => [...nearTo(edge)]);
        if (matchIds(short, [...new Set(alike)]).length === 1) return [id, short];
      }
      return [id, id];
    }),
  );
}

function toEdges(bare: string): [string, string] {
  return [bare.slice(0, shortestId), bare.slice(-shortestId)];
}

function toBare(id: string): string {
  const bare = id.toLowerCase().startsWith(start) ? id.slice(start.length) : id;
  return bare.toUpperCase();
}
