import * as z from "zod/mini";
import { maxMarks, maxNameLength, maxOptions, maxPictures } from "./limits.ts";
import { type PictureType, pictureTypes } from "./picture.ts";
import { lazy, time } from "./schema-parts.ts";

// How an ask ends: answers, who acted, outcomes and their delivery. Each schema is a function, as in schemas.ts.

/** How an ask can end. */
export const outcomeStatuses = ["answered", "declined", "cancelled", "expired"] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** How the person acted: in a prompt, by a click, with a sheet, or through a script. */
export const acts = ["submit", "click", "sheet", "script"] as const;
export type Act = (typeof acts)[number];
/**
 * The acts that an outcome records. `reported`: the asker reports that the person answered in its host's own window. `covered`: a
 * person's grant allowed it, and nobody looked at this call.
 */
const recordedActs = [...acts, "reported", "covered"] as const;

/** Whether an outcome reached its agent. `refused`: the agent's host continued with something else. */
export const deliveryStates = ["waiting", "taken", "refused"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const hash = () =>
  z.string().check(z.regex(/^[0-9a-f]{64}$/), z.describe("The SHA-256 of the picture's bytes, in hexadecimal."));

export const attachmentSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    hash: hash(),
    type: z.enum(pictureTypes),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
    name: z.optional(z.string().check(z.maxLength(maxNameLength))),
    ask: z.optional(
      z.string().check(z.describe("The ask it was added to. `GET /v1/asks/ASK/pictures/HASH` returns its bytes.")),
    ),
  }),
);
/** A picture that goes with an answer. Its bytes are in the hub. */
export interface Attachment {
  /** The SHA-256 of its bytes, in hexadecimal. */
  hash: string;
  type: PictureType;
  /** How many bytes it has. */
  bytes: number;
  /** In pixels. */
  width: number;
  height: number;
  /** The name of the person's file, if it had one. */
  name?: string;
  /** The id of the ask that it was added to. */
  ask?: string;
  /** Where a reader finds the bytes, as a text names it: a file of this machine, an address. Never sent to a hub. */
  where?: string;
}

export const reviewMarkSchema = /* @__PURE__ */ lazy(() =>
  z.object({
    from: z.int().check(z.positive(), z.describe("The first line of the reviewed text, counted from 1.")),
    to: z.int().check(z.positive(), z.describe("The last line.")),
    quote: z.string().check(z.describe("These lines, or the words of them that are meant, exactly as in the text.")),
    comment: z.optional(z.string()),
    replacement: z.optional(z.string().check(z.describe("What should stand there instead; empty: struck out."))),
    file: z.optional(
      z.string().check(z.describe("Of a change: the file that these lines belong to. The hub adds it.")),
    ),
  }),
);
/** What a person wrote about lines of a plan or a change. It has a comment, a replacement or both. */
export interface ReviewMark extends z.output<ReturnType<typeof reviewMarkSchema>> {
  /** The first line of the reviewed text, counted from 1. */
  from: number;
  /** The last line. */
  to: number;
  /** These lines, joined by newlines, or the words of them that are meant, exactly as in the text. */
  quote: string;
  comment?: string;
  /** What should stand there instead; empty: struck out. */
  replacement?: string;
  /** Of a change: the file that these lines belong to. The hub adds it. */
  file?: string;
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
    edited: z.optional(
      z.string().check(z.describe("What the person changed `approval.editable` to before they allowed the call once.")),
    ),
    attachments: z.optional(z.array(attachmentSchema()).check(z.describe("The pictures that go with the answer."))),
    review: z.optional(
      z
        .array(reviewMarkSchema())
        .check(
          z.maxLength(maxMarks),
          z.describe("Comments on lines of the plan or the change, in the order of the document."),
        ),
    ),
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
  /** What the person changed `approval.editable` to before they allowed the call once. */
  edited?: string;
  /** The pictures that go with the answer. */
  attachments?: Attachment[];
  /** Comments on lines of the plan or the change, in the order of the document. They go with a denial, or with what allows once. */
  review?: ReviewMark[];
}

export const givenAnswerSchema = /* @__PURE__ */ lazy(() => {
  const { header, selectedOptions } = questionAnswerSchema().shape;
  return z.extend(questionAnswerSchema(), {
    header: z.optional(header),
    selectedOptions: z._default(selectedOptions.check(z.maxLength(maxOptions)), []),
    attachments: z.optional(
      z
        .array(z.object({ hash: hash() }))
        .check(z.maxLength(maxPictures), z.describe("Pictures that were added to this ask before, by their hashes.")),
    ),
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
    grant: z.optional(
      z.string().check(z.describe("The grant that covered this call. The other fields say who made it, and where.")),
    ),
    grantedWith: z.optional(
      z
        .string()
        .check(z.describe("The ask that was answered when this grant was made: its outcome is the person's act.")),
    ),
    batch: z.optional(
      z.string().check(z.describe("One act ended several asks that are the same; all of them have this id.")),
    ),
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
/** Who acted on one of our own surfaces, where the act is never `reported` or `covered`. */
export interface PersonBy extends Omit<By, "grant" | "grantedWith" | "batch"> {
  act: Act;
}

export const outcomeSchema = /* @__PURE__ */ lazy(() => {
  const answers = z.array(questionAnswerSchema());
  const text = z.optional(z.string());
  const by = bySchema();
  return z.union([
    z.object({ status: z.literal("answered"), answers, comment: text, by, at: time() }),
    z.object({
      status: z.literal("declined"),
      reason: text,
      asked: z.optional(
        z.string().check(z.describe("What the person asks the agent before they decide. `reason` says the same.")),
      ),
      by,
      at: time(),
    }),
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
  /** What the person asks before they decide: the agent replies, and asks again. `reason` says the same. */
  asked?: string;
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
