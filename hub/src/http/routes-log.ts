import type { FastifyInstance } from "fastify";
import { permitScope } from "../access/permit.ts";
import { addDays, isDay, isZone, toDay, toDayStart, toDays } from "../days.ts";
import { BadRequestError } from "./bad-request.ts";
import type { HttpContext } from "./context.ts";
import * as schemas from "./log-schemas.ts";
import { parseBody } from "./parse-body.ts";
import { refusals } from "./responses.ts";

const mostDays = 92;
const usualDays = 30;
const mostAgents = 200;

/** What a person wants to know of the log beside the asks in it. */
export function addLogRoutes(app: FastifyInstance, { hub }: HttpContext): void {
  app.get(
    "/v1/days",
    {
      schema: {
        summary: "How many asks came, a day, and how long they waited",
        description: `At most ${mostDays} days; the last ${usualDays} unless told. \`zone\` names the time zone whose midnights part the days.`,
        querystring: schemas.daysQuery,
        response: { 200: schemas.daysPage, ...refusals(422) },
      },
    },
    async (request) => {
      permitScope(request.caller, "human");
      const { days, zone } = toSpan(parseBody(schemas.daysQuery, request.query, "request"), hub.clock.now());
      const last = days.at(-1) ?? "";
      const starts = [...days, addDays(last, 1)].map((day) => toDayStart(day, zone));
      const counts = await hub.store.countSpans(starts);
      return {
        zone,
        days: counts.map(({ asked, ended, waited }, index) => ({
          day: days[index],
          asked,
          ended,
          ...(waited === null ? {} : { waited }),
        })),
      };
    },
  );

  app.get(
    "/v1/agents",
    {
      schema: {
        summary: "The names of agents in the log",
        response: { 200: schemas.agentsPage, ...refusals() },
      },
    },
    async (request) => {
      permitScope(request.caller, "human");
      return { agents: await hub.store.listAgents(mostAgents) };
    },
  );
}

/** The days a query is about. */
function toSpan(
  { from, to, zone = "UTC" }: { from?: string | undefined; to?: string | undefined; zone?: string | undefined },
  now: number,
): { days: string[]; zone: string } {
  if (!isZone(zone))
    throw refuse("zone", "There is no such time zone. Give one as Europe/Berlin, or leave it out for UTC.");
  for (const [path, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDay(day)) throw refuse(path, "Give a day of the calendar, as 2026-01-31.");
  const last = to ?? (from === undefined ? toDay(now, zone) : addDays(from, usualDays - 1));
  const first = from ?? addDays(last, 1 - usualDays);
  const days = toDays(first, last);
  if (days.length === 0) throw refuse("from", "from comes after to.");
  if (days.length > mostDays) throw refuse("from", `At most ${mostDays} days at once, and these are ${days.length}.`);
  return { days, zone };
}

function refuse(path: string, message: string): BadRequestError {
  return new BadRequestError([{ path, message }]);
}
