import { acts, outcomeStatuses, questionKinds } from "@yourcall/core";
import * as z from "zod/mini";

// The bodies that are checked here, and the answers that the OpenAPI document describes. Questions and answers are checked
// by core, whose faults carry better words; here they only have their shape for the document.

const text = z.string();
/** The longest a name or title may be, and a directory. */
export const longest = { shortText: 200, cwd: 4096 } as const;
const shortText = z.string().check(z.maxLength(longest.shortText));
const time = z.string().check(z.meta({ format: "date-time" }));

const option = z.object({ label: text, description: z.optional(text), preview: z.optional(text) });

const question = z.object({
  question: text,
  header: text,
  kind: z.optional(z.enum(questionKinds)),
  options: z.array(option),
  multiSelect: z.boolean(),
  placeholder: z.optional(text),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  unit: z.optional(text),
});

const agent = z.object({
  name: shortText.check(z.minLength(1)),
  session: z.optional(shortText),
  title: z.optional(shortText),
  cwd: z.optional(z.string().check(z.maxLength(longest.cwd))),
});

const approval = z.object({ tool: text, input: z.unknown(), suggestions: z.optional(z.array(z.unknown())) });
const metadata = z.record(text, z.unknown());

const answer = z.object({
  question: text,
  header: z.optional(text),
  selectedOptions: z.optional(z.array(text)),
  customInput: z.optional(text),
  notes: z.optional(text),
  skipped: z.optional(z.boolean()),
});

/** Everything of a new ask but its questions, kind and approval. */
export const askEnvelope = z.object({
  key: z.optional(shortText.check(z.minLength(1))),
  agent: z.optional(agent),
  timeoutMs: z.optional(z.int().check(z.positive(), z.maximum(366 * 86_400_000))),
  onTimeout: z.optional(z.enum(["expire", "recommended"])),
  context: z.optional(z.string().check(z.maxLength(20_000))),
  metadata: z.optional(metadata),
});

export const askBody = z.object({
  questions: z.array(question),
  kind: z.optional(z.enum(["question", "approval"])),
  approval: z.optional(approval),
  ...askEnvelope.shape,
});

const byWhom = { surface: z.optional(shortText), act: z.optional(z.enum(acts)), user: z.optional(shortText) };

export const answerEnvelope = z.object({ comment: z.optional(text), ...byWhom });
export const answerBody = z.object({ answers: z.array(answer), ...answerEnvelope.shape });
export const declineBody = z.object({ reason: z.optional(text), ...byWhom });
export const cancelBody = z.object({ reason: z.optional(text) });
export const draftBody = z.object({
  draft: z.record(text, z.unknown()),
  baseRevision: z.int().check(z.minimum(0)),
  surface: z.optional(shortText),
});
export const loginBody = z.object({ code: z.string().check(z.maxLength(200)) });
export const tokenBody = z.object({
  scope: z.enum(["agent", "human", "link", "login"]),
  name: z.optional(shortText),
  ask: z.optional(shortText),
});

export const listQuery = z.object({
  status: z.optional(z.enum(["pending", ...outcomeStatuses, "ended", "all"])),
  session: z.optional(shortText),
  agent: z.optional(shortText),
  q: z.optional(shortText),
  order: z.optional(z.enum(["oldest", "newest"])),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  cursor: z.optional(shortText),
});

export const waitQuery = z.object({ wait: z.optional(z.string().check(z.regex(/^\d{1,6}$/, "wait must be a number of seconds."))) });
export const eventsQuery = z.object({ session: z.optional(shortText) });

const by = z.object({ surface: text, act: z.enum(acts), user: z.optional(text) });
const outcome = z.union([
  z.object({ status: z.literal("answered"), answers: z.array(answer), comment: z.optional(text), by, at: time }),
  z.object({ status: z.literal("declined"), reason: z.optional(text), by, at: time }),
  z.object({ status: z.literal("cancelled"), reason: z.optional(text), at: time }),
  z.object({ status: z.literal("expired"), at: time, fallback: z.optional(z.array(answer)) }),
]);
export const draft = z.object({ draft: metadata, revision: z.int(), surface: z.optional(text), at: time });

export const ask = z.object({
  id: text,
  key: z.optional(text),
  kind: z.enum(["question", "approval"]),
  status: z.enum(["pending", ...outcomeStatuses]),
  agent,
  questions: z.array(question),
  approval: z.optional(approval),
  context: z.optional(text),
  metadata: z.optional(metadata),
  createdAt: time,
  expiresAt: z.optional(time),
  waiting: z.object({ count: z.int(), lastSeenAt: time }),
  url: text,
  draft: z.optional(draft),
  outcome: z.optional(outcome),
});

export const askPage = z.object({ asks: z.array(ask), cursor: z.optional(text), back: z.optional(text) });
export const token = z.object({ id: text, scope: text, name: text, ask: z.optional(text), createdAt: time });
export const refusal = z.object({
  code: text,
  message: text,
  issues: z.optional(z.array(z.object({ path: text, message: text }))),
  outcome: z.optional(outcome),
  draft: z.optional(draft),
});
