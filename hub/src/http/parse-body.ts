import { InvalidAnswerError, InvalidAskError, toIssues } from "@yourcall/core";
import * as z from "zod/mini";

/** Checks a body or query against its schema; faults come back with their paths. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  what: "ask" | "answer",
): z.infer<Schema> {
  const given = value ?? {};
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const issues = toIssues(result.error.issues, given);
  throw what === "ask" ? new InvalidAskError(issues) : new InvalidAnswerError(issues);
}
