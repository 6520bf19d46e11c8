import {
  acts,
  agentInfoSchema,
  askSchema,
  givenAnswerSchema,
  issueSchema,
  maxNameLength,
  outcomeSchema,
  questionAnswerSchema,
} from "@yourcall/core";
import * as z from "zod/mini";

// The lines between a host and `yourcall agent --json` or `yourcall inbox --json`, one JSON object each. The schemas check only the shape of answers; core
// checks them against their ask.

const described = <Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema => {
  z.globalRegistry.add(schema, { description });
  return schema;
};
const text = z.string();
const outcome = outcomeSchema();
const { kind, questions, approval, context } = askSchema().shape;
const act = z.enum(acts);
const sheetErrors = z.array(z.object({ line: z.int(), message: text }));

const callId = described(z.string(), "The id of the tool call.");
const askCallId = described(
  z.string(),
  "Names the ask in these lines: the id of the tool call, followed by `:1`, `:2`… if a tool asks.",
);
const askId = described(z.string(), "The ask's own id; at the hub, where one runs.");
const runId = described(z.string(), "Names the run, for `--resume`.");

/** What a host may send, by type. */
export const linesIn = {
  user_message: z.object({
    type: z.literal("user_message"),
    text: z.string().check(z.minLength(1)),
  }),
  ask_user_question_response: z.object({
    type: z.literal("ask_user_question_response"),
    id: described(z.string(), "The `id` or the `askId` of the ask."),
    answers: z.optional(described(z.array(givenAnswerSchema()), "One entry per question.")),
    sheet: z.optional(described(z.string(), "The sheet as the person left it.")),
    declined: z.optional(
      described(z.union([z.literal(true), z.object({ reason: z.optional(text) })]), "The person will not answer."),
    ),
    comment: z.optional(described(z.string(), "On the whole ask; beside answers.")),
    surface: z.optional(
      described(
        z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
        "Where the person acted, as other screens show it; `json` by default.",
      ),
    ),
    act: z.optional(
      described(
        z.clone(act),
        "How: `submit`, or `sheet` for a sheet. `script` where no person acted on this very ask.",
      ),
    ),
    user: z.optional(described(z.string().check(z.maxLength(maxNameLength)), "Who acted: the user of this process.")),
  }),
  check_sheet: z.object({
    type: z.literal("check_sheet"),
    id: described(z.string(), "The `id` or the `askId` of the ask."),
    sheet: described(z.string(), "The sheet as it is now, alone or inside a longer text."),
  }),
  interrupt: z.object({ type: z.literal("interrupt") }),
  leave: z.object({ type: z.literal("leave") }),
};

/** What `yourcall agent --json` sends, by type. */
export const linesOut = {
  started: z.object({ type: z.literal("started"), runId }),
  text: z.object({ type: z.literal("text"), text: described(z.string(), "A piece of what the agent says.") }),
  tool_start: z.object({ type: z.literal("tool_start"), id: callId, name: text, input: z.unknown() }),
  tool_result: z.object({
    type: z.literal("tool_result"),
    id: callId,
    name: text,
    result: z.object({ text, isError: z.boolean(), outcome: z.optional(outcome) }),
  }),
  ask_user_question: z.object({
    type: z.literal("ask_user_question"),
    id: askCallId,
    askId,
    runId: z.optional(runId),
    kind,
    questions,
    approval,
    context,
    sheet: described(z.string(), "The ask as a text in which deleting lines is choosing."),
    url: z.optional(described(z.string(), "The ask at the hub.")),
    agent: z.optional(described(agentInfoSchema(), "Who asks. Only from `yourcall inbox --json`.")),
    createdAt: z.optional(described(z.string(), "Since when it waits. Only from `yourcall inbox --json`.")),
    expiresAt: z.optional(described(z.string(), "When it expires, if it does. Only from `yourcall inbox --json`.")),
  }),
  sheet_checked: z.object({
    type: z.literal("sheet_checked"),
    id: askCallId,
    askId,
    errors: described(sheetErrors, "Why it cannot be sent yet, by line; empty if it can."),
    progress: described(
      z.array(z.object({ line: z.int(), text })),
      "By the line of each question's heading, what is left below it: `2 left, keep one`.",
    ),
    answers: z.optional(described(z.array(questionAnswerSchema()), "What would be sent.")),
    comment: z.optional(text),
    declined: z.optional(z.object({ reason: z.optional(text) })),
    summary: z.optional(described(z.string(), "What would be sent, in one line.")),
  }),
  ask_ended: z.object({
    type: z.literal("ask_ended"),
    id: askCallId,
    askId,
    outcome,
    elsewhere: described(z.boolean(), "Another surface, or nobody, ended it; not a line of this host."),
    summary: described(z.string(), "How it ended, in one line for the person."),
  }),
  done: z.object({ type: z.literal("done"), text: described(z.string(), "The agent's last words."), runId }),
  listed: z.object({
    type: z.literal("listed"),
    pending: described(z.int(), "How many asks wait. Only from `yourcall inbox --json`, after the first list."),
  }),
  link_changed: z.object({
    type: z.literal("link_changed"),
    link: described(z.enum(["live", "reconnecting"]), "Whether the hub answers. Only from `yourcall inbox --json`."),
  }),
  error: z.object({
    type: z.literal("error"),
    code: described(z.string(), "For programs; docs/agents/json-lines.md lists them."),
    message: described(z.string(), "What is wrong and what to do."),
    ended: described(z.boolean(), "Whether the turn has ended with it. Otherwise everything goes on as it was."),
    runId: z.optional(runId),
    id: z.optional(described(z.string(), "The ask that it is about.")),
    issues: z.optional(described(z.array(issueSchema()), "Each fault with its place.")),
    errors: z.optional(described(z.clone(sheetErrors), "Each fault of a sheet with its line.")),
  }),
};

type Lines<Schemas extends Record<string, z.core.$ZodType>> = z.core.output<Schemas[keyof Schemas]>;
export type LineIn = Lines<typeof linesIn>;
export type LineOut = Lines<typeof linesOut>;
export type CheckLine = z.core.output<typeof linesIn.check_sheet>;
export type ResponseLine = z.core.output<typeof linesIn.ask_user_question_response>;

/** The JSON Schema of each type of line. */
export function toLineJsonSchemas(): Record<string, unknown> {
  return { ...toJsonSchemas(linesOut, "output"), ...toJsonSchemas(linesIn, "input") };
}

function toJsonSchemas(lines: Record<string, z.core.$ZodType>, io: "input" | "output"): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, schema]) => [
      name,
      z.toJSONSchema(schema, {
        io,
        override({ zodSchema, jsonSchema }) {
          // A later version may add fields.
          if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
          if (zodSchema === linesIn.ask_user_question_response)
            jsonSchema.oneOf = ["answers", "sheet", "declined"].map((field) => ({ required: [field] }));
        },
      }),
    ]),
  );
}
