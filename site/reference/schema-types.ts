/** A JSON Schema, as far as the hub's OpenAPI document uses it. */
export interface Schema {
  type?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Schemas in the notation of TypeScript. */
export interface Types {
  of(schema: Schema): string;
  /** The shapes that `of` refers to by name. */
  named: [name: string, type: string][];
}

/** Gives a name to every larger shape that a field has in more than one place: the name of the field. */
export function nameShapes(schemas: Schema[]): Types {
  const shapes = new Map<string, { schema: Schema; field: string; places: number }>();
  visit(schemas, (schema, field) => {
    const type = toType(schema, new Map());
    const shape = shapes.get(type) ?? { schema, field, places: 0 };
    shapes.set(type, { ...shape, field: shape.field || field, places: shape.places + 1 });
  });
  const repeated = [...shapes].filter(
    ([type, { field, places }]) => places > 1 && field !== "" && type.split("\n").length > 5,
  );
  const names = new Map<string, string>();
  for (const [type, { field }] of repeated) {
    const wanted = toName(field);
    const others = [...names.values()].filter((name) => name.replace(/\d+$/, "") === wanted).length;
    names.set(type, others === 0 ? wanted : `${wanted}${others + 1}`);
  }
  return {
    of: (schema) => toType(schema, names),
    named: repeated
      .map(([type, { schema }]): [string, string] => [names.get(type) ?? "", toType(schema, names, "", true)])
      .sort(),
  };
}

/** Calls back for every schema and all inside it, with the name of the field that has it. */
function visit(schemas: readonly Schema[], act: (schema: Schema, field: string) => void, field = ""): void {
  for (const schema of schemas) {
    if (schema.type !== "array") act(schema, field);
    visit([...(schema.anyOf ?? []), ...(schema.oneOf ?? [])], act);
    if (schema.items !== undefined) visit([schema.items], act, field);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit([inner], act, name);
  }
}

/** `asks` → `Ask`. */
function toName(field: string): string {
  const one = field.replace(/ies$/, "y").replace(/s$/, "");
  return one.charAt(0).toUpperCase() + one.slice(1);
}

function toType(schema: Schema, names: ReadonlyMap<string, string>, indent = "", isWhole = false): string {
  const name = isWhole || names.size === 0 ? undefined : names.get(toType(schema, new Map()));
  if (name !== undefined) return name;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => toType(choice, names, indent)).join(" | ");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") {
    const type = toType(schema.items ?? {}, names, indent);
    const isUnion =
      type.includes(" | ") && (schema.items?.anyOf ?? schema.items?.oneOf ?? schema.items?.enum) !== undefined;
    return isUnion ? `(${type})[]` : `${type}[]`;
  }
  if (schema.type === "object" && schema.properties !== undefined) return toObject(schema, names, indent);
  return schema.type ?? "unknown";
}

function toObject({ properties = {}, required = [] }: Schema, names: ReadonlyMap<string, string>, indent: string) {
  const inner = `${indent}  `;
  const rows = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    const note = schema.description === undefined ? "" : `  // ${schema.description}`;
    return `${inner}${name}${mark}: ${toType(schema, names, inner)}${note}`;
  });
  return rows.length === 0 ? "{}" : `{\n${rows.join("\n")}\n${indent}}`;
}
