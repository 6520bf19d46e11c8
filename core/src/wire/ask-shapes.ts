import * as z from "zod/mini";
import type { Draft } from "../answering/draft.ts";
import { longestTimerMs } from "../clock.ts";
import type { ErrorCode } from "../errors.ts";
import {
  acts,
  type Delivery,
  deliverySchema,
  deliveryStates,
  givenAnswerSchema,
  issueSchema,
  type Outcome,
  outcomeSchema,
  outcomeStatuses,
  type ReviewMark,
  reviewMarkSchema,
} from "../outcome-schemas.ts";
import { name, time } from "../schema-parts.ts";
import { type AskRequest, agentInfoSchema, askRequestSchema, askSchema, type Question, type Turn } from "../schemas.ts";
import { receipt, type WireReceipt } from "./device-shapes.ts";
import { grantBody } from "./grant-shapes.ts";

// What a hub and its clients send each other about asks. The hub checks requests with these schemas and generates its OpenAPI
// description from them; clients only use the types.

const text = z.string();

const shapes = new WeakMap<object, z.ZodMiniType>();

/** A part of a body that the hub checks itself, with this schema; here it is only described. */
function checkedByHub(shape: z.ZodMiniType) {
  const part = z.unknown();
  shapes.set(part, shape);
  return part;
}

/** The schema that describes a part which the hub checks itself. */
export const shapeOf = (part: object): z.ZodMiniType | undefined => shapes.get(part);

export const askBody = z.extend(askRequestSchema(), {
  takeOver: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          "Take over an ask in the same words that an earlier call of this agent (token, session, name and directory) left without its outcome, if there is one that no other call has taken over.",
        ),
      ),
  ),
});
/** A call by an agent. */
export interface AskBody extends AskRequest {
  takeOver?: boolean;
}

/** What a surface says about itself. The hub adds `token`. */
const actor = { surface: z.optional(name()), act: z.optional(z.enum(acts)), user: z.optional(name()) };

export const answerBody = z.object({
  answers: checkedByHub(z.array(givenAnswerSchema())),
  comment: z.optional(text),
  grant: z.optional(grantBody.check(z.describe("Allow this, and what it covers, for a while. Only for people."))),
  ...actor,
});
/** The hub checks `answers` against the ask they are for. */
export interface AnswerBody extends z.output<typeof answerBody> {}

export const declineBody = z.object({
  reason: z.optional(text),
  asked: z.optional(
    text.check(z.describe("A question to the agent, in place of a reason. Only if the ask says `asksAgain`.")),
  ),
  ...actor,
});
export interface DeclineBody extends z.output<typeof declineBody> {}

const reportedDelivery = z.optional(
  z
    .literal("reported")
    .check(z.describe("The outcome does not count as taken by being read: the asker reports what became of it.")),
);

export const cancelBody = z.object({
  reason: z.optional(text),
  afterMs: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(longestTimerMs),
        z.describe(
          "The call that waited for it is over: another may take it over, and after this time it is withdrawn, unless somebody waits for its outcome again by then; never with 2147483647. Forgotten when the hub stops.",
        ),
      ),
  ),
  delivery: reportedDelivery,
});

/** The hub stores drafts without looking into them: their shape belongs to the answering machine. */
const draftContent = z.record(text, z.unknown()) as unknown as z.ZodMiniType<Draft>;

export const draftBody = z.object({
  draft: draftContent,
  baseRevision: z.int().check(z.minimum(0)),
  surface: z.optional(name()),
});
export interface DraftBody extends z.output<typeof draftBody> {
  /** The revision this draft was made on; 0 for the first. */
  baseRevision: number;
}

export const reportBody = z.object({
  outcome: z.union([
    z.strictObject({
      status: z.literal("answered"),
      answers: checkedByHub(z.array(givenAnswerSchema())),
      comment: z.optional(text),
    }),
    z.strictObject({ status: z.literal("declined"), reason: z.optional(text) }),
  ]),
  surface: name().check(z.minLength(1)),
});
/** Only for the token and session that asked. */
export interface ReportBody extends z.output<typeof reportBody> {}

export const deliveryBody = z.object({
  state: z.enum(deliveryStates),
  note: z.optional(text),
  holder: z.optional(
    name().check(z.describe("The follower that claimed the outcome: `taken` and `refused` end its claim.")),
  ),
});
/** Only for the token and session that asked. */
export interface DeliveryBody extends z.output<typeof deliveryBody> {}

export const claimBody = z.object({
  holder: name().check(z.minLength(1), z.describe("A name that the follower made for itself, such as a UUID.")),
  leaseMs: z.optional(
    z
      .int()
      .check(
        z.minimum(1000),
        z.maximum(3_600_000),
        z.describe("How long the claim lasts unless it is renewed by another claim. One minute by default."),
      ),
  ),
});
/** Only for the token and session that asked. */
export interface ClaimBody extends z.output<typeof claimBody> {}

export const waitQuery = z.object({
  as: z.optional(z.enum(["json", "text"])),
  wait: z.optional(z.string().check(z.regex(/^\d{1,6}$/, "wait must be a number of seconds."))),
  delivery: reportedDelivery,
});
export const sessionQuery = z.object({ session: z.optional(name()) });

export const draft = z.object({ draft: draftContent, revision: z.int(), surface: z.optional(text), at: time() });
/** A draft as the hub keeps it: the content, its surface, and the revision a change must build on. */
export interface WireDraft extends z.output<typeof draft> {}

const notice = z.object({
  event: z.enum(["ask-created", "ask-ended"]),
  /** The channel, as `webhook 1 (ntfy at ntfy.sh)`. */
  target: text,
  /** `failed`: given up. `not-needed`: the ask had ended first. */
  state: z.enum(["waiting", "sent", "failed", "not-needed"]),
  attempts: z.int(),
  at: time(),
  /** Why the last attempt failed. */
  reason: z.optional(text),
});
/** What became of one notification about an ask. */
export interface WireNotice extends z.output<typeof notice> {}

const status = z.enum(["pending", ...outcomeStatuses]);
/** Whether an ask is pending, or how it ended. */
export type AskStatus = z.output<typeof status>;

export const ask = z.extend(askSchema(), {
  id: text,
  key: z.optional(text),
  status,
  agent: agentInfoSchema(),
  token: z.optional(text),
  to: z.optional(z.array(text)),
  callback: z.optional(text),
  thread: z.optional(
    z
      .array(z.object({ asked: text, reply: z.optional(text) }))
      .check(z.describe("What the person asked back before. The reply to the last question is in `context`.")),
  ),
  earlierReview: z.optional(
    z
      .array(reviewMarkSchema())
      .check(
        z.describe(
          "Comments of the person on the version before that do not find their lines in this one. Those that do are in the draft.",
        ),
      ),
  ),
  createdAt: time(),
  expiresAt: z.optional(time()),
  waiting: z.object({ count: z.int(), lastSeenAt: time() }),
  url: text,
  draft: z.optional(draft),
  outcome: z.optional(outcomeSchema()),
  delivery: z.optional(deliverySchema()),
  notices: z.optional(z.array(notice)),
  receipts: z.optional(z.array(receipt)),
});
/** An ask as the hub sends it. Times are ISO 8601. Agents never receive `draft`, `notices` and `receipts`. */
export interface WireAsk extends z.output<typeof ask> {
  questions: Question[];
  /** The id of the named token that asked; absent for the shared token of the state directory. `agent` is what the asker claims. */
  token?: string;
  /** The names of the people who should answer; absent: anybody. */
  to?: string[];
  /** The origin to which the outcome will be posted, as `https://hooks.example.com`. */
  callback?: string;
  thread?: Turn[];
  earlierReview?: ReviewMark[];
  /** How many askers wait for the outcome now, and when one was last seen. */
  waiting: { count: number; lastSeenAt: string };
  /** Where a person can answer it. */
  url: string;
  outcome?: Outcome;
  /** Whether the outcome reached its agent. Absent while there is none. */
  delivery?: Delivery;
  /** Present on a single ask, and in lists if the query asks for them. Omitted if there are none. */
  notices?: WireNotice[];
  /** What is known of it at each device; only on a single ask. Omitted if there is nothing. */
  receipts?: WireReceipt[];
}

export const claim = z.object({ claimed: z.boolean(), ask });
/** Whether the follower may continue the run now. `ask` is the ask as it is after the claim. */
export interface Claim extends z.output<typeof claim> {
  ask: WireAsk;
}

export const askTool = z.object({ name: text, description: text, inputSchema: z.record(text, z.unknown()) });

export const askPage = z.object({
  asks: z.array(ask),
  cursor: z.optional(text),
  back: z.optional(text),
});
/** A page of asks: pending oldest first, ended newest first. */
export interface AskPage extends z.output<typeof askPage> {
  asks: WireAsk[];
  /** Leads to the next page, if there is one. */
  cursor?: string;
  /** Leads to the previous page if sent with the opposite `order`. Only a page reached by a cursor has one. */
  back?: string;
}

/** An event of the stream. `snapshot` comes first, with the first page of pending asks; `cursor` leads to the next. */
export type HubEvent =
  | { type: "snapshot"; asks: WireAsk[]; cursor?: string }
  | { type: "ask-created"; ask: WireAsk }
  | { type: "ask-drafted"; id: string; draft: WireDraft; expiresAt?: string }
  | { type: "ask-ended"; ask: WireAsk }
  | { type: "ask-delivered"; id: string; delivery: Delivery };

export const refusal = z.object({
  code: text as z.ZodMiniType<ErrorCode | "bad-request">,
  message: text,
  issues: z.optional(z.array(issueSchema())),
  /** With `already-ended`: the outcome that won. */
  outcome: z.optional(outcomeSchema()),
  /** With `draft-conflict`: the current draft. */
  draft: z.optional(draft),
});
/** The body of every refusal, whatever its status. */
export interface WireError extends z.output<typeof refusal> {}
