import { refusal } from "./wire-schemas.ts";

/** The refusals a route may answer with, beside those that every route has. */
export function refusals(...statuses: number[]): Record<number, typeof refusal> {
  return Object.fromEntries([401, 403, ...statuses, 503].map((status) => [status, refusal]));
}
