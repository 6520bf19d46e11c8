import { InvalidAnswerError, InvalidAskError, toIssues } from "@yourcall/core";
import * as z from "zod/mini";
import { BadRequestError } from "./bad-request.ts";

const refusals = { ask: InvalidAskError, answer: InvalidAnswerError, request: BadRequestError };

/** Checks a body or query against its schema; faults come back with their paths. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  what: keyof typeof refusals,
): z.infer<Schema> {
  const given = value ?? {};
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  throw new refusals[what](toIssues(result.error.issues, given));
}
