import { outcomeStatuses } from "@yourcall/core";
import * as z from "zod/mini";

const count = z.int().check(z.minimum(0));
const day = z.string().check(z.meta({ format: "date" }));
const ended = z.object(
  Object.fromEntries(outcomeStatuses.map((status) => [status, count])) as Record<
    (typeof outcomeStatuses)[number],
    typeof count
  >,
);

const waited = z.object({ medianMs: count, longestMs: count });

export const daysQuery = z.object({
  from: z.optional(day),
  to: z.optional(day),
  zone: z.optional(z.string().check(z.maxLength(100))),
});

export const daysPage = z.object({
  zone: z.string(),
  waited: z.optional(waited),
  days: z.array(
    z.object({
      day,
      asked: count,
      ended,
      waited: z.optional(waited),
    }),
  ),
});

export const agentsPage = z.object({ agents: z.array(z.string()) });

const dayMs = 86_400_000;
// The longest `keep` in config.json.
const keepMs = z.nullable(z.int().check(z.positive(), z.maximum(366 * dayMs)));

export const settings = z.object({
  version: z.string(),
  token: z.string().check(z.meta({ description: "The id of the token that asks" })),
  url: z.string(),
  socket: z.string(),
  publicUrl: z.optional(z.string()),
  directory: z.string(),
  keepMs,
  timeoutMs: z.optional(count),
  warnings: z.optional(z.array(z.string())),
  canSave: z.boolean(),
});

export const settingsBody = z.strictObject({ keepMs });
