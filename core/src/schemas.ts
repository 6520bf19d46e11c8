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
import type { ReviewMark } from "./outcome-schemas.ts";
import { hasText, lazy, name, upTo } from "./schema-parts.ts";

// The shape of an ask; outcome-schemas.ts has how it ends. Types are inferred from the schemas, and the checks, the hub's wire
// format, the JSON lines and the JSON Schemas are built from them. Each schema is a function, so that a cold start builds only those it
// uses.

/** What a question asks for: a choice among options (and Other), free text, a number, or yes or no and nothing else. */
export const questionKinds = ["choice", "text", "number", "confirm"] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const askKinds = ["question", "approval"] as const;
export type AskKind = (typeof askKinds)[number];

/** The three answers to an approval, as in `selectedOptions`. */
export const approvalAnswers = ["allow-once", "allow-always", "deny"] as const;
export type ApprovalAnswer = (typeof approvalAnswers)[number];

/** What happens at the deadline. Either way the outcome is `expired`; `recommended` adds a fallback that nobody chose. */
const timeoutActions = ["expire", "recommended"] as const;
export type OnTimeout = (typeof timeoutActions)[number];

/** What a session of the desk may do without asking. */
export const sessionModes = ["default", "plan", "acceptEdits"] as const;
export type SessionMode = (typeof sessionModes)[number];

/** The kinds of agents that can be hosted, in a chat or under the desk. `sessions` has a row for each. */
export const agentKinds = ["claude", "loop", "acp"] as const;
export type AgentKind = (typeof agentKinds)[number];

const optionSchema = /* @__PURE__ */ lazy(() =>
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
    required: z.optional(z.boolean()),
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
  /** Whether it cannot be skipped. The whole ask can still be declined. */
  required?: boolean;
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
    editable: z.optional(
      name().check(
        z.describe("The field of `input`, a text, that a person may change before they allow the call once."),
      ),
    ),
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
  /** The field of `input`, a text, that a person may change before they allow the call. Only if the host accepts a changed input. */
  editable?: string;
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
    asksAgain: z.optional(
      z.boolean().check(z.describe("Whether the agent can reply to a question of the person, and then ask again.")),
    ),
    replyTo: z.optional(
      name().check(
        z.describe(
          "The id of an ask of the same agent that ended with a question of the person: this ask replies to it, and is shown as the same card, revised.",
        ),
      ),
    ),
  }),
);
/** The canonical ask: what the hub stores and every surface shows, without the hub's own fields (id, status, times). */
export interface Ask extends Omit<z.output<ReturnType<typeof askSchema>>, "questions"> {
  /** 1 to 4, put to the person together. An approval has one. */
  questions: Question[];
  approval?: Approval;
  /** What the agent said just before. */
  context?: string;
  /** Whether the agent can reply to a question of the person, and then ask again. Only then can a person ask back. */
  asksAgain?: boolean;
  /** The id of an ask of the same agent that ended with a question of the person: this one is the same card, revised. */
  replyTo?: string;
  /** What the person asked back before, oldest first. The hub adds it; the reply to the last question is in `context`. */
  thread?: Turn[];
  /** Comments of the person on an earlier version of this plan or change, whose lines are not in this one. The hub adds it. */
  earlierReview?: ReviewMark[];
}

/** A question of the person, and what the agent replied. */
export interface Turn {
  asked: string;
  reply?: string;
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
    callback: z.optional(
      name().check(
        z.describe(
          "Where the hub posts the ask once it has ended, until the receiver has accepted it: an http or https address on this machine, or one that config.json allows.",
        ),
      ),
    ),
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
  /** Where the hub posts the ask once it has ended, signed as Standard Webhooks. On this machine, or as config.json allows. */
  callback?: string;
}
