import {
  acts,
  agentInfoSchema,
  askSchema,
  givenAnswerSchema,
  issueSchema,
  maxNameLength,
  outcomeSchema,
  questionAnswerSchema,
} from "@yourcall/core/internal";
import * as z from "zod/mini";

// The lines between a host and `yourcall agent --json` or `yourcall inbox --json`, one JSON object each. These schemas check
// only the shape of answers; core checks them against their ask.

const described = <Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema => {
  z.globalRegistry.add(schema, { description });
  return schema;
};
const textOf = (description: string) => described(z.string(), description);
const text = z.string();
const line = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });
const outcome = outcomeSchema();
const { kind, questions, approval, context, asksAgain } = askSchema().shape;
const sheetErrors = z.array(z.object({ line: z.int(), message: text }));

const seen = described(
  z.array(z.tuple([z.int(), z.int()])),
  "For the sheet of an approval: the first and last number of lines, counted from 1, that have been on the person's screen in full. It is allowed only if all of it has.",
);

const callId = textOf("The id of the tool call.");
const askCallId = textOf(
  "Names the ask in these lines: the id of the tool call, followed by `:1`, `:2`… if a tool asks.",
);
const askId = textOf("The ask's own id, which is also its id at the hub if one is running.");
const runId = textOf("Names the run, for `--resume`.");

/** What a host may send, by type. */
export const linesIn = {
  user_message: line("user_message", { text: z.string().check(z.minLength(1)) }),
  ask_user_question_response: line("ask_user_question_response", {
    id: textOf("The `id` or the `askId` of the ask."),
    answers: z.optional(described(z.array(givenAnswerSchema()), "One entry per question.")),
    sheet: z.optional(textOf("The sheet as the person left it.")),
    seen: z.optional(seen),
    declined: z.optional(
      described(
        z.union([z.literal(true), z.object({ reason: z.optional(text), asked: z.optional(text) })]),
        "The person will not answer; with `asked`, they ask the agent something before they decide.",
      ),
    ),
    comment: z.optional(textOf("A comment on the whole ask, in addition to the answers.")),
    surface: z.optional(
      described(
        z.string().check(z.minLength(1), z.maxLength(maxNameLength)),
        "Where the person acted, as other screens show it; `json` by default.",
      ),
    ),
    act: z.optional(
      described(
        z.enum(acts),
        "How the person acted: `submit` by default, `sheet` for a sheet. `script` if no person acted on this very ask.",
      ),
    ),
    user: z.optional(
      described(z.string().check(z.maxLength(maxNameLength)), "Who acted; the user of this process by default."),
    ),
  }),
  check_sheet: line("check_sheet", {
    id: textOf("The `id` or the `askId` of the ask."),
    sheet: textOf("The sheet as it is now, alone or inside a longer text."),
    seen: z.optional(seen),
  }),
  here: line("here", {}),
  filter: line("filter", {
    text: textOf("Words, all of which occur in the asks that the list shows; empty for all asks."),
  }),
  interrupt: line("interrupt", {}),
  leave: line("leave", {}),
};

/** What `yourcall agent --json` sends, by type. */
export const linesOut = {
  started: line("started", { runId }),
  text: line("text", { text: textOf("A piece of what the agent says.") }),
  tool_start: line("tool_start", { id: callId, name: text, input: z.unknown() }),
  tool_result: line("tool_result", {
    id: callId,
    name: text,
    result: z.object({ text, isError: z.boolean(), outcome: z.optional(outcome) }),
  }),
  ask_user_question: line("ask_user_question", {
    id: askCallId,
    askId,
    runId: z.optional(runId),
    kind,
    questions,
    approval,
    context,
    asksAgain,
    sheet: textOf("The ask as a text in which deleting lines is choosing."),
    url: z.optional(textOf("The ask at the hub.")),
    headline: z.optional(
      described(
        z.object({ name: text, text }),
        "The ask in a row of a list: `Bash` and `npm publish`. Clean, on one line. Only from `yourcall inbox --json`.",
      ),
    ),
    agent: z.optional(described(agentInfoSchema(), "Who asks. Only from `yourcall inbox --json`.")),
    createdAt: z.optional(textOf("When it was asked. Only from `yourcall inbox --json`.")),
    expiresAt: z.optional(textOf("When it expires, if it does. Only from `yourcall inbox --json`.")),
  }),
  sheet_checked: line("sheet_checked", {
    id: askCallId,
    askId,
    errors: described(sheetErrors, "Why it cannot be sent yet, by line; empty if it can."),
    progress: described(
      z.array(z.object({ line: z.int(), text })),
      "For each question, the line of its heading and what is left below it: `2 left, keep one`.",
    ),
    answers: z.optional(described(z.array(questionAnswerSchema()), "What would be sent.")),
    comment: z.optional(text),
    declined: z.optional(z.object({ reason: z.optional(text), asked: z.optional(text) })),
    summary: z.optional(textOf("What would be sent, in one line.")),
  }),
  ask_ended: line("ask_ended", {
    id: askCallId,
    askId,
    outcome,
    elsewhere: described(z.boolean(), "Whether another surface, or nobody, ended it, and not a line of this host."),
    summary: textOf("How it ended, in one line for the person."),
    sheet: z.optional(
      textOf("The sheet without edits, if the ask had ended before this run was resumed, so that no line asked it."),
    ),
    next: z.optional(
      textOf("The ask to go on with, as on every screen: the next one below. Only from `yourcall inbox --json`."),
    ),
  }),
  deadline_changed: line("deadline_changed", {
    id: askCallId,
    askId,
    expiresAt: textOf("When the ask expires now. Whatever a person does on any screen leaves at least a minute."),
  }),
  done: line("done", { text: textOf("The agent's last words."), runId }),
  listed: line("listed", {
    pending: described(z.int(), "How many asks are pending. Only from `yourcall inbox --json`."),
    shown: described(z.array(text), "The `askId` of each ask that the list shows, in the order of every screen."),
    filter: textOf("The words that the list is narrowed down to; empty if it shows all."),
  }),
  link_changed: line("link_changed", {
    link: described(z.enum(["live", "reconnecting"]), "Whether the hub answers. Only from `yourcall inbox --json`."),
  }),
  error: line("error", {
    code: textOf("For programs; docs/agents/json-lines.md lists them."),
    message: textOf("What is wrong and what to do."),
    ended: described(z.boolean(), "Whether this error ended the turn. If not, nothing has changed."),
    runId: z.optional(runId),
    id: z.optional(textOf("The ask concerned.")),
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
