import { refusal } from "./wire-schemas.ts";

/** The refusals a route may answer with, beside those that every route has. An open route needs no token. */
export function refusals(...statuses: (number | "open")[]): Record<number, typeof refusal> {
  const open = statuses.includes("open");
  const numbers = statuses.filter((status) => status !== "open");
  return Object.fromEntries([...(open ? [] : [401]), 403, ...numbers, 503].map((status) => [status, refusal]));
}
