import * as z from "zod/mini";
import { findInOptions, hasUniqueLabels, hasUniqueQuestions, toIssues } from "../ask-issues.ts";
import { countCharacters } from "../count-characters.ts";
import {
  maxContextLength,
  maxDescriptionLength,
  maxHeaderLength,
  maxLabelLength,
  maxNameLength,
  maxOptions,
  maxQuestions,
  minOptions,
} from "../limits.ts";
import { isOther } from "../option-name.ts";
import type { Issue } from "../outcome-schemas.ts";
import { hasText, lazy } from "../schema-parts.ts";
import type { Ask } from "../schemas.ts";

/** Additions to the JSON Schema of a part. Kept out of zod's registry, which slows the start. */
interface Described {
  description: string;
  maxLength?: number;
}

/**
 * The strict shape that our tool describes to models, and the descriptions of its parts. The check and the JSON Schema are both
 * built from it.
 */
const askInputShape = /* @__PURE__ */ lazy(() => {
  const descriptions = new Map<z.core.$ZodType, Described>();
  function describe<Schema extends z.ZodMiniType>(schema: Schema, description: string, maxLength?: number): Schema {
    descriptions.set(schema, { description, maxLength });
    return schema;
  }
  // Length is counted as a person counts; JSON Schema counts code points, so the limit is given to it separately.
  function text(limit: number, description: string) {
    const fits = z.refine<string>((value) => countCharacters(value) <= limit, {
      error: (issue) =>
        `${String(issue.path?.at(-1))} is ${countCharacters(String(issue.input))} characters long; the limit is ${limit}. Shorten it.`,
    });
    return describe(z.string().check(z.minLength(1), hasText(), fits), description, limit);
  }
  const option = z.strictObject({
    label: text(
      maxLabelLength,
      "What the person picks, 1 to 5 words, unlike every other label of the question. Put ' (Recommended)' at the end of the one you would take, and list it first.",
    ),
    description: text(maxDescriptionLength, "What choosing this means: consequence, cost, trade-off."),
    preview: z.optional(
      describe(
        z.string(),
        "Something to look at beside the option: a layout, a snippet, a diagram. Single-select questions only.",
      ),
    ),
  });
  const question = z.strictObject({
    question: describe(
      z.string().check(z.minLength(1), hasText()),
      "The whole question, clear on its own, ending in a question mark.",
    ),
    header: text(
      maxHeaderLength,
      `A very short name for the question, at most ${maxHeaderLength} characters: Database, Auth Method.`,
    ),
    options: describe(
      z.array(option).check(z.minLength(minOptions), z.maxLength(maxOptions)),
      `${minOptions} to ${maxOptions} distinct choices. Do not add Other: the person can always type their own answer.`,
    ),
    multiSelect: describe(z.boolean(), "true when several of the options can hold at once, else false."),
  });
  const schema = z.strictObject({
    questions: describe(
      z.array(question).check(z.minLength(1), z.maxLength(maxQuestions)),
      `1 to ${maxQuestions} questions that are put to the person together.`,
    ),
    metadata: z.optional(
      z.strictObject({ source: z.optional(describe(z.string(), "Where the ask comes from, for the log.")) }),
    ),
    replyTo: z.optional(
      describe(
        z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
        "Only if the user asked you something in place of an answer: the id of that ask. The user then sees this as the same questions, revised.",
      ),
    ),
    reply: z.optional(
      describe(
        z.string().check(z.maxLength(maxContextLength)),
        "With replyTo: your reply to what the user asked, shown above the questions.",
      ),
    ),
  });
  return { schema, descriptions };
});

/** What the tool tells models to send, and `checkAskInput` accepts. */
export type AskInput = z.infer<ReturnType<typeof askInputShape>["schema"]>;

/**
 * The strict door: checks a model's input against the described shape. Returns the ask, or each fault with its path.
 *
 * @example
 * const checked = checkAskInput({
 *   questions: [
 *     {
 *       question: "Which database?",
 *       header: "Database",
 *       options: [
 *         { label: "SQLite (Recommended)", description: "One file" },
 *         { label: "PostgreSQL", description: "A server" },
 *       ],
 *       multiSelect: false,
 *     },
 *   ],
 * });
 * if ("ask" in checked) console.log(checked.ask.questions.length);
 */
export function checkAskInput(value: unknown): { ask: Ask } | { issues: Issue[] } {
  const prefilled = refusePrefilled(value);
  if (prefilled.length > 0) return { issues: prefilled };
  const result = z.safeParse(askInputShape().schema, value);
  if (!result.success) return { issues: toIssues(result.error.issues, value) };
  const input = result.data;
  const issues = [
    ...hasUniqueQuestions(input.questions),
    ...hasUniqueLabels(input.questions),
    ...findInOptions(
      input.questions,
      "label",
      ({ label }) => isOther(label) && '"Other" is added to every question automatically. Remove this option.',
    ),
    ...findInOptions(
      input.questions,
      "preview",
      ({ preview }, _, { multiSelect }) =>
        multiSelect &&
        preview !== undefined &&
        "Only single-select questions can have previews. Remove it, or set multiSelect to false.",
    ),
  ];
  return issues.length > 0 ? { issues } : { ask: toAsk(input) };
}

function toAsk(input: AskInput): Ask {
  return {
    kind: "question",
    questions: input.questions.map((question) => ({ ...question, kind: "choice" as const })),
    metadata: input.metadata,
    ...(input.replyTo === undefined ? {} : { replyTo: input.replyTo }),
    ...(input.reply === undefined ? {} : { context: input.reply }),
  };
}

// A model that answers its own question is the failure this project exists for, so it gets its own message.
function refusePrefilled(value: unknown): Issue[] {
  if (typeof value !== "object" || value === null) return [];
  return ["answers", "annotations"]
    .filter((field) => Object.hasOwn(value, field))
    .map((field) => ({ path: field, message: `Only the person answers. Remove "${field}" from the ask.` }));
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of the strict ask, for a tool's description to models. A new object on every call. It has no `$schema`
 * field, which several model providers refuse.
 *
 * @example
 * const tool = { name: askToolName, description: askToolDescription, input_schema: askInputJsonSchema() };
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
