import * as schemas from "@yourcall/core/internal/wire";
import { addDays, isDay, isZone, toDay, toDayStart, toDays } from "../days.ts";
import { exportChain, verifyChain } from "../verify-chain.ts";
import type { HttpContext } from "./context.ts";
import { defineRoute, json, type Route } from "./route.ts";
import { BadRequestError } from "./to-refusal.ts";

const maxDays = 92;
const usualDays = 30;
const maxAgents = 200;

/** Figures about the log. */
export function logRoutes({ hub }: HttpContext): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/v1/days",
      scopes: ["human"],
      summary: "How many asks came each day, and how long they waited",
      description: `At most ${maxDays} days; the last ${usualDays} by default. \`zone\` names the time zone in which days begin.`,
      query: schemas.daysQuery,
      replies: { 200: { description: "The days", schema: schemas.daysPage } },
      async handle({ query }) {
        const { days, zone } = toSpan(query, hub.clock.now());
        const last = days.at(-1) ?? "";
        const starts = [...days, addDays(last, 1)].map((day) => toDayStart(day, zone));
        const counts = await hub.store.countSpans(starts);
        const [all] = await hub.store.countSpans([starts[0] ?? 0, starts.at(-1) ?? 0]);
        return json(200, {
          zone,
          waited: all?.waited ?? undefined,
          days: counts.map(({ asked, ended, waited }, index) => ({
            day: days[index],
            asked,
            ended,
            waited: waited ?? undefined,
          })),
        });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/v1/log/check",
      scopes: ["human"],
      summary: "Check the chain of records",
      description: "Reads every record that is kept.",
      replies: { 200: { description: "What was found", schema: schemas.checked } },
      handle: async () => json(200, await verifyChain(hub.store)),
    }),

    defineRoute({
      method: "GET",
      path: "/v1/log/chain",
      scopes: ["human"],
      summary: "The chain of records, oldest first",
      description: "At most 200 entries after `after`, the sequence of the last one that is known.",
      query: schemas.chainQuery,
      replies: { 200: { description: "The entries", schema: schemas.chainPage } },
      handle: async ({ query }) => json(200, { entries: await exportChain(hub.store, query.after ?? 0) }),
    }),

    defineRoute({
      method: "GET",
      path: "/v1/agents",
      scopes: ["human"],
      summary: "The names of agents in the log",
      replies: { 200: { description: "The names", schema: schemas.agentsPage } },
      handle: async () => json(200, { agents: await hub.store.listAgents(maxAgents) }),
    }),
  ];
}

/** The days a query is about. */
function toSpan(
  { from, to, zone = "UTC" }: { from?: string; to?: string; zone?: string },
  now: number,
): { days: string[]; zone: string } {
  if (!isZone(zone)) throw refuse("zone", "Unknown time zone. Give one like Europe/Berlin, or leave it out for UTC.");
  for (const [path, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw refuse(path, "Give a date like 2026-01-31.");
  const last = to ?? (from === undefined ? toDay(now, zone) : addDays(from, usualDays - 1));
  const first = from ?? addDays(last, 1 - usualDays);
  const days = toDays(first, last);
  if (days.length === 0) throw refuse("from", "from is later than to.");
  if (days.length > maxDays) throw refuse("from", `These are ${days.length} days; the limit is ${maxDays}.`);
  return { days, zone };
}

function refuse(path: string, message: string): BadRequestError {
  return new BadRequestError([{ path, message }]);
}
