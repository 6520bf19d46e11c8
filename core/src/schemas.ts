import * as z from "zod/mini";
import {
  maxApprovalOptions,
  maxAskDescriptionLength,
  maxAskHeaderLength,
  maxAskLabelLength,
  maxContextLength,
  maxDurationMs,
  maxOptions,
  maxPathLength,
  maxPeople,
  maxPreviewLength,
  maxQuestionLength,
  maxQuestions,
} from "./limits.ts";
import { hasText, lazy, name, time, upTo } from "./schema-parts.ts";

// Every shape that leaves a process. Types are inferred from the schemas; the checks, the hub's wire format, the JSON lines and
// the JSON Schemas are built from them. Each schema is a function, so that a cold start builds only those it uses.

/** What a question asks for: a choice among options (and Other), free text, or a number. */
export const questionKinds = ["choice", "text", "number"] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const askKinds = ["question", "approval"] as const;
export type AskKind = (typeof askKinds)[number];

/** The three answers to an approval, as in `selectedOptions`. */
export const approvalAnswers = ["allow-once", "allow-always", "deny"] as const;
export type ApprovalAnswer = (typeof approvalAnswers)[number];

/** What happens at the deadline. Either way the outcome is `expired`; `recommended` adds a fallback that nobody chose. */
export const timeoutActions = ["expire", "recommended"] as const;
export type OnTimeout = (typeof timeoutActions)[number];

/** What a session of the desk may do without asking. */
export const sessionModes = ["default", "plan", "acceptEdits"] as const;
export type SessionMode = (typeof sessionModes)[number];

/** How an ask can end. */
export const outcomeStatuses = ["answered", "declined", "cancelled", "expired"] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** How the person acted: in a prompt, by a click, with a sheet, or through a script. */
export const acts = ["submit", "click", "sheet", "script"] as const;
export type Act = (typeof acts)[number];
/** The acts that an outcome records. `reported` is the asker's word that its host was answered in the host's own window. */
export const recordedActs = [...acts, "reported"] as const;

/** Whether an outcome reached its agent. `refused`: the agent's host continued with something else. */
export const deliveryStates = ["waiting", "taken", "refused"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const optionSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    label: upTo(maxAskLabelLength).check(z.minLength(1), hasText()),
    description: z.optional(upTo(maxAskDescriptionLength)),
    preview: z.optional(upTo(maxPreviewLength)),
  }),
);
export interface Option extends z.output<ReturnType<typeof optionSchema>> {}

export const questionSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    question: upTo(maxQuestionLength).check(z.minLength(1), hasText()),
    header: upTo(maxAskHeaderLength),
    kind: z._default(z.enum(questionKinds), "choice"),
    options: z.array(optionSchema()).check(z.maxLength(maxOptions)),
    multiSelect: z.boolean(),
    placeholder: z.optional(name()),
    /** Bounds of a `number` question. */
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    unit: z.optional(name()),
  }),
);
export interface Question extends z.output<ReturnType<typeof questionSchema>> {}

/** A permission that an agent asks for before it uses a tool. */
export const approvalSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    tool: name().check(z.minLength(1)),
    input: z.unknown(),
    suggestions: z.optional(z.array(z.unknown())),
    /** The choices of the agent's host, in its words. If present, the question has no options and the answer is `[id]`. */
    options: z.optional(
      z
        .array(
          z.object({
            id: name().check(z.minLength(1)),
            label: z.string().check(z.minLength(1)),
            effect: z.enum(approvalAnswers),
          }),
        )
        .check(z.minLength(1), z.maxLength(maxApprovalOptions)),
    ),
  }),
);
export interface Approval extends z.output<ReturnType<typeof approvalSchema>> {}

/** The canonical ask: what the hub stores and every surface shows, without the hub's own fields (id, status, times). */
export const askSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    kind: z._default(z.enum(askKinds), "question"),
    questions: z.array(questionSchema()).check(z.minLength(1), z.maxLength(maxQuestions)),
    approval: z.optional(approvalSchema()),
    context: z.optional(z.string().check(z.describe("What the agent said just before."))),
    metadata: z.optional(z.record(z.string(), z.unknown())),
  }),
);
export interface Ask extends z.output<ReturnType<typeof askSchema>> {}

/** A tmux pane as tmux names it. Anything else must never reach tmux. */
export const panePattern = /^%\d{1,9}$/;

/** Who asks, as a person recognises it. */
export const agentInfoSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    name: name().check(z.minLength(1)),
    session: z.optional(name()),
    title: z.optional(name()),
    cwd: z.optional(upTo(maxPathLength)),
    branch: z.optional(name().check(z.describe("The git branch."))),
    worktree: z.optional(name().check(z.describe("The name of a linked git worktree."))),
    subagent: z.optional(name().check(z.describe("The subagent that asks, if it is one."))),
    pane: z.optional(z.string().check(z.regex(panePattern), z.describe("The tmux pane, as in `%3`."))),
  }),
);
export interface AgentInfo extends z.output<ReturnType<typeof agentInfoSchema>> {}

/** One call by an agent, as it reaches the hub: the ask and what goes with it. */
export const askRequestSchema = /* @__PURE__ */ lazy(() =>
  z.extend(askSchema(), {
    /** Names this call, so that the same call made again finds its ask. Derived from a call id, never from content. */
    key: z.optional(name().check(z.minLength(1))),
    agent: z.optional(agentInfoSchema()),
    timeoutMs: z.optional(z.int().check(z.positive(), z.maximum(maxDurationMs))),
    onTimeout: z.optional(z.enum(timeoutActions)),
    /** Other people see the ask as well, and administrators may answer it too. */
    to: z.optional(
      z
        .array(name().check(z.minLength(1)))
        .check(z.minLength(1), z.maxLength(maxPeople), z.describe("The names of the people who should answer.")),
    ),
    context: z.optional(upTo(maxContextLength)),
  }),
);
export interface AskRequest extends Omit<z.output<ReturnType<typeof askRequestSchema>>, "kind"> {
  kind?: AskKind;
}

/** The reply to one question. Labels are the exact labels of the ask. */
export const questionAnswerSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    question: z.string().check(z.describe("The exact text of the question.")),
    header: z.string(),
    selectedOptions: z.array(z.string()).check(z.describe("The exact labels of the chosen options.")),
    /** The person's own words (Other), or the value of a `text` or `number` question. */
    customInput: z.optional(
      z.string().check(z.describe("The person's own words (Other), or the text or number asked for.")),
    ),
    notes: z.optional(z.string()),
    skipped: z.optional(z.boolean().check(z.describe("No preference: the agent chooses."))),
  }),
);
export interface QuestionAnswer extends z.output<ReturnType<typeof questionAnswerSchema>> {}

/** A reply as it is sent, before it is checked against its question: the header and an empty selection may be omitted. */
export const givenAnswerSchema = /* @__PURE__ */ lazy(() => {
  const { header, selectedOptions } = questionAnswerSchema().shape;
  return z.extend(questionAnswerSchema(), {
    header: z.optional(header),
    selectedOptions: z._default(selectedOptions, []),
  });
});
export interface GivenAnswer extends z.output<ReturnType<typeof givenAnswerSchema>> {}

/**
 * Who acted, where and how. An `answered` outcome always has one. `token` comes from the hub; the rest is what the surface
 * claims.
 */
export const bySchema = /* @__PURE__ */ lazy(() =>
  z.object({
    surface: z.string(),
    act: z.enum(recordedActs),
    user: z.optional(z.string()),
    /** The token that was used. Links and named tokens have a name, which screens show instead of what the surface claims. */
    token: z.optional(z.object({ id: z.string(), scope: z.string(), name: z.optional(z.string()) })),
  }),
);
export interface By extends z.output<ReturnType<typeof bySchema>> {}
/** Who acted on one of our own surfaces, where the act is never `reported`. */
export interface PersonBy extends By {
  act: Act;
}

/** How an ask ended. An agent branches on `status`; only `answered` carries a person's answers. */
export const outcomeSchema = /* @__PURE__ */ lazy(() => {
  const answers = z.array(questionAnswerSchema());
  const text = z.optional(z.string());
  const by = bySchema();
  return z.union([
    z.object({ status: z.literal("answered"), answers, comment: text, by, at: time() }),
    z.object({ status: z.literal("declined"), reason: text, by, at: time() }),
    z.object({ status: z.literal("cancelled"), reason: text, at: time() }),
    z.object({
      status: z.literal("expired"),
      at: time(),
      fallback: z.optional(answers.check(z.describe("What was recommended; nobody chose it."))),
    }),
  ]);
});
export type Outcome = z.output<ReturnType<typeof outcomeSchema>>;

/** What became of an outcome on its way to its agent. `note` is in the agent's own words. */
export const deliverySchema = /* @__PURE__ */ lazy(() =>
  z.object({ state: z.enum(deliveryStates), at: time(), note: z.optional(z.string()) }),
);
export interface Delivery extends z.output<ReturnType<typeof deliverySchema>> {}

/** One fault in an ask or an answer: where it is, and what to do about it. */
export const issueSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    path: z.string().check(z.describe("As in `questions[0].options[2].label`; empty for the whole.")),
    message: z.string(),
  }),
);
export interface Issue extends z.output<ReturnType<typeof issueSchema>> {}
