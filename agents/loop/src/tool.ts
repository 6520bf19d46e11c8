import type { AskInput, Issue, JsonSchema, Outcome, Question } from "@yourcall/core";
import { toIssues } from "@yourcall/core/internal";
import * as z from "zod/mini";

/** A question from a tool; `kind` is `choice` by default. */
export type ToolQuestion = Question | AskInput["questions"][number];

/** What a tool gets besides its input. */
export interface ToolContext {
  /** The working directory; an absolute path. */
  cwd: string;
  /** Aborted when the run is. */
  signal: AbortSignal;
  /** The id of the run. */
  session: string;
  /**
   * Asks the person and waits. Only `answered` carries answers. Absent if no person can be asked.
   * A tool that `resume` runs again finds the answers given since, if it asks the same questions in the same order.
   */
  askUser?: (questions: ToolQuestion[]) => Promise<Outcome>;
}

/** How an approval is worded, and what "always" covers. */
export interface ApprovalWords {
  /** The question: "May the agent write src/app.ts?" */
  question?: string;
  /** Calls with the same scope are allowed together. The tool's name by default. */
  scope?: string;
  /** What "always" means, for the person. */
  always?: string;
}

export interface ToolDefinition<Schema extends z.core.$ZodType> {
  name: string;
  description: string;
  /** A zod schema (zod or zod/mini); the JSON Schema for the model is derived from it. */
  input: Schema;
  /** Returns the text for the model. Thrown errors go to the model too. */
  execute(input: z.core.output<Schema>, context: ToolContext): string | Promise<string>;
  /** Whether a person has to allow a call first. */
  needsApproval?: boolean | ((input: z.core.output<Schema>, context: ToolContext) => boolean | Promise<boolean>);
  /** What the person is asked; by default, whether the agent may use this tool. */
  approval?: (input: z.core.output<Schema>) => ApprovalWords;
  /** Throws if the call cannot succeed, so that no person is asked to allow it. */
  check?(input: z.core.output<Schema>, context: ToolContext): void | Promise<void>;
  /**
   * Whether `resume` may rerun a call that was cut off halfway. By default, if it needs no approval. Calls that are not
   * repeatable or need approval run one after another, in the model's order; all others of a turn run concurrently.
   */
  repeatable?: boolean;
}

/** A call whose input matches its tool's schema. */
export interface ToolCall {
  needsApproval(context: ToolContext): Promise<boolean>;
  check(context: ToolContext): Promise<void>;
  execute(context: ToolContext): Promise<string>;
  readonly approval: ApprovalWords;
}

/** A tool as the loop knows it. Made by `defineTool`. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** `always` and `never` apply to every call, `sometimes` depends on the call. */
  readonly approvalNeed: "always" | "sometimes" | "never";
  readonly repeatable: boolean;
  /** Checks the input and binds it to a call. */
  open(input: unknown): Promise<{ call: ToolCall } | { issues: Issue[] }>;
}

/**
 * A tool for `createAgent`. The model's input is checked before anything runs.
 *
 * @example
 * import * as z from "zod";
 * const deploy = defineTool({
 *   name: "deploy",
 *   description: "Deploys the app.",
 *   input: z.object({ region: z.string() }),
 *   needsApproval: true,
 *   execute: async ({ region }) => `Deployed to ${region}.`,
 * });
 */
export function defineTool<Schema extends z.core.$ZodType>(definition: ToolDefinition<Schema>): Tool {
  const { name, description, input: schema, needsApproval = false } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: "input" });
  const approvalNeed = needsApproval === true ? "always" : needsApproval === false ? "never" : "sometimes";
  return {
    name,
    description,
    inputSchema: { ...inputSchema },
    approvalNeed,
    repeatable: definition.repeatable ?? approvalNeed === "never",
    async open(given) {
      const parsed = await z.core.safeParseAsync(schema, given);
      if (!parsed.success) return { issues: toIssues(parsed.error.issues, given) };
      const input = parsed.data;
      return {
        call: {
          approval: definition.approval?.(input) ?? {},
          needsApproval: async (context) =>
            typeof needsApproval === "function" ? await needsApproval(input, context) : needsApproval,
          check: async (context) => await definition.check?.(input, context),
          execute: async (context) => await definition.execute(input, context),
        },
      };
    },
  };
}
