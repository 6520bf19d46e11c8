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

/** What a question asks for: a choice among options (and Other), free text, a number, or yes or no and nothing else. */
export const questionKinds = ["choice", "text", "number", "confirm"] as const;
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

/** The kinds of agents that can be hosted, in a chat or under the desk. `sessions` has a row for each. */
export const agentKinds = ["claude", "loop", "acp"] as const;
export type AgentKind = (typeof agentKinds)[number];

/** How an ask can end. */
export const outcomeStatuses = ["answered", "declined", "cancelled", "expired"] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** How the person acted: in a prompt, by a click, with a sheet, or through a script. */
export const acts = ["submit", "click", "sheet", "script"] as const;
export type Act = (typeof acts)[number];
/** The acts that an outcome records. `reported`: the asker reports that the person answered in its host's own window. */
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
/** One of the choices that an agent offers. */
export interface Option extends z.output<ReturnType<typeof optionSchema>> {
  /** What is chosen, word for word in the answer. A trailing "(Recommended)" is shown as a mark. */
  label: string;
  /** Shown when the option has the focus: a mock-up, code, a config. */
  preview?: string;
}

export const questionSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    question: upTo(maxQuestionLength).check(z.minLength(1), hasText()),
    header: upTo(maxAskHeaderLength),
    kind: z._default(z.enum(questionKinds), "choice"),
    options: z.array(optionSchema()).check(z.maxLength(maxOptions)),
    multiSelect: z.boolean(),
    placeholder: z.optional(name()),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    unit: z.optional(name()),
  }),
);
interface QuestionBase extends Omit<z.output<ReturnType<typeof questionSchema>>, "kind" | "min" | "max" | "unit"> {
  /** The whole question. It also identifies the answer, so it is unique in its ask. */
  question: string;
  /** A short name for lists and tabs, as in "Database". */
  header: string;
  /** At most 4, none for text and numbers. Every screen adds "Other" to a choice, so do not list it. */
  options: Option[];
  /** Whether several options may be chosen. Only a choice can have it. */
  multiSelect: boolean;
}
/** A choice among options, and Other. */
export interface ChoiceQuestion extends QuestionBase {
  kind: "choice";
}
/** Free text, which the answer has as `customInput`. */
export interface TextQuestion extends QuestionBase {
  kind: "text";
}
/** A number, which the answer has as `customInput`. */
export interface NumberQuestion extends QuestionBase {
  kind: "number";
  /** The least and the most that is accepted. */
  min?: number;
  max?: number;
  /** As in "kg". */
  unit?: string;
}
/** Yes or no and nothing else: the options are Yes and No, of which the first is the default. It is alone in its ask. */
export interface ConfirmQuestion extends QuestionBase {
  kind: "confirm";
}
/**
 * One thing to decide. Code that depends on `kind` switches over it and ends with `unreachable`, so that a new kind does not compile
 * until it is handled.
 */
export type Question = ChoiceQuestion | TextQuestion | NumberQuestion | ConfirmQuestion;

export const approvalSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    tool: name().check(z.minLength(1)),
    input: z.unknown(),
    suggestions: z.optional(z.array(z.unknown())),
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
/** A permission that an agent asks for before it uses a tool. */
export interface Approval extends z.output<ReturnType<typeof approvalSchema>> {
  /** The choices of the agent's host, in its words. If present, the question has no options and the answer is `[id]`. */
  options?: { id: string; label: string; effect: ApprovalAnswer }[];
}

export const askSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    kind: z._default(z.enum(askKinds), "question"),
    questions: z.array(questionSchema()).check(z.minLength(1), z.maxLength(maxQuestions)),
    approval: z.optional(approvalSchema()),
    context: z.optional(z.string().check(z.describe("What the agent said just before."))),
    metadata: z.optional(z.record(z.string(), z.unknown())),
  }),
);
/** The canonical ask: what the hub stores and every surface shows, without the hub's own fields (id, status, times). */
export interface Ask extends Omit<z.output<ReturnType<typeof askSchema>>, "questions"> {
  /** 1 to 4, put to the person together. An approval has one. */
  questions: Question[];
  approval?: Approval;
  /** What the agent said just before. */
  context?: string;
}

/** A tmux pane as tmux names it. Anything else must never reach tmux. */
export const panePattern = /^%\d{1,9}$/;

export const agentInfoSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    name: name().check(z.minLength(1)),
    session: z.optional(name()),
    title: z.optional(name()),
    cwd: z.optional(upTo(maxPathLength)),
    branch: z.optional(name().check(z.describe("The git branch."))),
    worktree: z.optional(name().check(z.describe("The name of a linked git worktree."))),
    subagent: z.optional(name().check(z.describe("The subagent that asks, if it is one."))),
    pane: z.optional(
      z
        .string()
        .check(z.regex(panePattern, "pane must be a tmux pane, like %3."), z.describe("The tmux pane, as in `%3`.")),
    ),
  }),
);
/** Who asks, as a person recognises it. */
export interface AgentInfo extends z.output<ReturnType<typeof agentInfoSchema>> {
  /** One run of the agent. Its asks are listed together, and keys are compared within it. */
  session?: string;
  /** What the run is about, in a few words. */
  title?: string;
  /** The directory that it works in. */
  cwd?: string;
}

export const askRequestSchema = /* @__PURE__ */ lazy(() =>
  z.extend(askSchema(), {
    key: z.optional(name().check(z.minLength(1))),
    agent: z.optional(agentInfoSchema()),
    timeoutMs: z.optional(z.int().check(z.positive(), z.maximum(maxDurationMs))),
    onTimeout: z.optional(z.enum(timeoutActions)),
    to: z.optional(
      z
        .array(name().check(z.minLength(1)))
        .check(z.minLength(1), z.maxLength(maxPeople), z.describe("The names of the people who should answer.")),
    ),
    context: z.optional(upTo(maxContextLength)),
  }),
);
/** One call by an agent, as it reaches the hub: the ask and what goes with it. */
export interface AskRequest extends Omit<z.output<ReturnType<typeof askRequestSchema>>, "kind" | "questions"> {
  /** `question` by default. */
  kind?: AskKind;
  /** 1 to 4, put to the person together. */
  questions: Question[];
  approval?: Approval;
  /** What the agent said just before. */
  context?: string;
  /** Names this call, so that the same call made again finds its ask. Derived from a call id, never from content. */
  key?: string;
  agent?: AgentInfo;
  /** How long it waits until it is `expired`. Forever by default. */
  timeoutMs?: number;
  onTimeout?: OnTimeout;
  /** The names of the people who should answer. Others see the ask as well, and administrators may answer it too. */
  to?: string[];
}

export const questionAnswerSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    question: z.string().check(z.describe("The exact text of the question.")),
    header: z.string(),
    selectedOptions: z.array(z.string()).check(z.describe("The exact labels of the chosen options.")),
    customInput: z.optional(
      z.string().check(z.describe("The person's own words (Other), or the text or number asked for.")),
    ),
    notes: z.optional(z.string()),
    skipped: z.optional(z.boolean().check(z.describe("No preference: the agent chooses."))),
  }),
);
/** The reply to one question. */
export interface QuestionAnswer extends z.output<ReturnType<typeof questionAnswerSchema>> {
  /** The exact text of the question. */
  question: string;
  /** The exact labels of the chosen options, in the order in which they were chosen. */
  selectedOptions: string[];
  /** The person's own words (Other), or the value of a `text` or `number` question. */
  customInput?: string;
  /** True for "no preference": the agent chooses. */
  skipped?: boolean;
}

export const givenAnswerSchema = /* @__PURE__ */ lazy(() => {
  const { header, selectedOptions } = questionAnswerSchema().shape;
  return z.extend(questionAnswerSchema(), {
    header: z.optional(header),
    selectedOptions: z._default(selectedOptions.check(z.maxLength(maxOptions)), []),
  });
});
/** A reply as it is sent, before it is checked against its question: the header and an empty selection may be omitted. */
export interface GivenAnswer extends z.output<ReturnType<typeof givenAnswerSchema>> {}

export const bySchema = /* @__PURE__ */ lazy(() =>
  z.object({
    surface: z.string(),
    act: z.enum(recordedActs),
    user: z.optional(z.string()),
    token: z.optional(z.object({ id: z.string(), scope: z.string(), name: z.optional(z.string()) })),
  }),
);
/**
 * Who acted, where and how. An `answered` outcome always has one. `token` comes from the hub; the other fields are what the surface
 * claims.
 */
export interface By extends z.output<ReturnType<typeof bySchema>> {
  /** The token that was used. Links and named tokens have a name, which screens show instead of what the surface claims. */
  token?: { id: string; scope: string; name?: string };
}
/** Who acted on one of our own surfaces, where the act is never `reported`. */
export interface PersonBy extends By {
  act: Act;
}

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
type Ended = z.output<ReturnType<typeof outcomeSchema>>;
interface Answered extends Extract<Ended, { status: "answered" }> {
  answers: QuestionAnswer[];
  by: By;
}
interface Declined extends Extract<Ended, { status: "declined" }> {
  by: By;
}
/** How an ask ended. An agent branches on `status`; only `answered` carries a person's answers. */
export type Outcome = Answered | Declined | Extract<Ended, { status: "cancelled" | "expired" }>;

export const deliverySchema = /* @__PURE__ */ lazy(() =>
  z.object({ state: z.enum(deliveryStates), at: time(), note: z.optional(z.string()) }),
);
/** What became of an outcome on its way to its agent. `note` is in the agent's own words. */
export interface Delivery extends z.output<ReturnType<typeof deliverySchema>> {}

export const issueSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    path: z.string().check(z.describe("As in `questions[0].options[2].label`; empty for the whole.")),
    message: z.string(),
  }),
);
/** One fault in an ask or an answer: where it is, and what to do about it. */
export interface Issue extends z.output<ReturnType<typeof issueSchema>> {}
