import * as z from "zod/mini";
import { askInputShape } from "./ask-input.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of the strict ask, for a tool's description to models. A new object on every call. It has no `$schema`
 * field, which several model providers refuse.
 */
export function askInputJsonSchema(): JsonSchema {
  const { schema, descriptions } = askInputShape();
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      Object.assign(jsonSchema, descriptions.get(zodSchema));
    },
  });
  return { ...jsonSchema };
}
