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

/** Leaves fields out that are not there, which `exactOptionalPropertyTypes` tells from `undefined`. */
export function without<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) kept[name] = field;
  return kept as never;
}
