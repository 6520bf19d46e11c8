import * as z from "zod/mini";
import { AskInputSchema } from "./ask-input.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of the strict ask, for a tool's description to models. A new object on every call. It has no `$schema`
 * field, which several model providers refuse.
 */
export function askInputJsonSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(AskInputSchema, { io: "input" });
  return { ...schema };
}
