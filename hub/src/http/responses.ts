import * as z from "zod/mini";
import { refusal } from "./wire-schemas.ts";

const meanings: Record<number, string> = {
  401: "No token, or a wrong one",
  403: "Wrong scope, Host or Origin",
  404: "There is no such thing",
  409: "Something else was first; it comes with the refusal",
  413: "The body is too large",
  422: "The request does not hold what it must; `issues` says where",
  429: "Too much is open already",
  503: "Not now; the same request may succeed after `Retry-After` seconds",
};

/** The refusals a route may answer with, beside those that every route has. An open route needs no token. */
export function refusals(...statuses: (number | "open")[]): Record<number, typeof refusal> {
  const always = statuses.includes("open") ? [403, 503] : [401, 403, 503];
  return Object.fromEntries(
    [...always, ...statuses.filter((status) => status !== "open")].map((status) => [
      status,
      refusal.check(z.meta({ description: meanings[status] ?? "Refused" })),
    ]),
  );
}

/** A response that is text, which this describes. */
export function textResponse(type: string, description: string) {
  return { description, content: { [type]: { schema: z.string() } } };
}

/** What a route for a program's hooks may answer with: what the program is to be told, or nothing. */
export const hookResponses = {
  200: z.record(z.string(), z.unknown()).check(z.meta({ description: "What the program is to be told" })),
  204: z.null().check(z.meta({ description: "There is nothing to say" })),
  ...refusals(413, 422, 429),
};
