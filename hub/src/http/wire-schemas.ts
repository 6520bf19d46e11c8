import {
  acts,
  agentInfoSchema,
  askRequestSchema,
  askSchema,
  deliverySchema,
  deliveryStates,
  givenAnswerSchema,
  issueSchema,
  maxNameLength,
  outcomeSchema,
  outcomeStatuses,
} from "@yourcall/core";
import * as z from "zod/mini";
import { tokenRights } from "../access/rights.ts";

// What travels over HTTP, built from core's schemas. `wire-schemas.test.ts` compares it with the client's types.

const text = z.string();
const name = z.string().check(z.maxLength(maxNameLength));
const time = z.string().check(z.meta({ format: "date-time" }));
const object = z.record(text, z.unknown());

const shapes = new WeakMap<object, z.ZodMiniType>();

/** A part of a body that the hub checks itself, with this schema; here it is only described. */
function checkedByHub(shape: z.ZodMiniType) {
  const part = z.unknown();
  shapes.set(part, shape);
  return part;
}

/** The schema that describes a part which the hub checks itself. */
export const shapeOf = (part: object): z.ZodMiniType | undefined => shapes.get(part);

const { questions, kind, approval, metadata, context, key, agent, timeoutMs, onTimeout, to } = askRequestSchema().shape;

/** A call by an agent. The hub checks the ask in it, whatever door it came through. */
export const askBody = z.object({
  questions: checkedByHub(questions),
  kind: z.optional(checkedByHub(kind)),
  approval: z.optional(checkedByHub(approval)),
  metadata: z.optional(checkedByHub(metadata)),
  ...{ context, key, agent, timeoutMs, onTimeout, to },
});

const actor = { surface: z.optional(name), act: z.optional(z.enum(acts)), user: z.optional(name) };

/** The hub checks `answers` against the ask they are for. */
export const answerBody = z.object({
  answers: checkedByHub(z.array(givenAnswerSchema())),
  comment: z.optional(text),
  ...actor,
});
export const declineBody = z.object({ reason: z.optional(text), ...actor });
export const cancelBody = z.object({
  reason: z.optional(text),
  afterMs: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(2 ** 31 - 1),
        z.describe(
          "Withdraw it later, unless somebody waits for its outcome again before. Forgotten when the hub stops.",
        ),
      ),
  ),
});
export const draftBody = z.object({
  draft: object,
  baseRevision: z.int().check(z.minimum(0)),
  surface: z.optional(name),
});
export const reportBody = z.object({
  outcome: z.union([
    z.strictObject({
      status: z.literal("answered"),
      answers: checkedByHub(z.array(givenAnswerSchema())),
      comment: z.optional(text),
    }),
    z.strictObject({ status: z.literal("declined"), reason: z.optional(text) }),
  ]),
  surface: name.check(z.minLength(1)),
});
export const deliveryBody = z.object({ state: z.enum(deliveryStates), note: z.optional(text) });
export const proofBody = z.object({
  tokenId: name,
  nonce: z.string().check(z.regex(/^[\w-]{22,128}$/, "nonce must be 22 to 128 letters, digits, - and _.")),
  host: name,
});
export const loginBody = z.object({ code: name });
const rights = z
  .enum(tokenRights)
  .check(
    z.describe("What a person may do: see everything; also answer; also manage tokens and settings (the default)."),
  );
export const tokenBody = z.object({
  scope: z.enum(["agent", "human", "app", "link", "login"]),
  name: z.optional(name),
  ask: z.optional(name),
  rights: z.optional(rights),
});

export const listQuery = z.object({
  status: z.optional(z.enum(["pending", ...outcomeStatuses, "ended", "all"])),
  session: z.optional(name),
  token: z.optional(name),
  agent: z.optional(name),
  key: z.optional(name),
  delivery: z.optional(z.enum(deliveryStates)),
  q: z.optional(name),
  order: z.optional(z.enum(["oldest", "newest"])),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  cursor: z.optional(name),
  notices: z.optional(z.literal("yes")),
});
export const waitQuery = z.object({
  wait: z.optional(z.string().check(z.regex(/^\d{1,6}$/, "wait must be a number of seconds."))),
});
export const sessionQuery = z.object({ session: z.optional(name) });

export const draft = z.object({ draft: object, revision: z.int(), surface: z.optional(text), at: time });

const notice = z.object({
  event: z.enum(["ask-created", "ask-ended"]),
  target: text,
  state: z.enum(["waiting", "sent", "failed", "not-needed"]),
  attempts: z.int(),
  at: time,
  reason: z.optional(text),
});

export const ask = z.extend(askSchema(), {
  id: text,
  key: z.optional(text),
  status: z.enum(["pending", ...outcomeStatuses]),
  agent: agentInfoSchema(),
  to: z.optional(z.array(text)),
  createdAt: time,
  expiresAt: z.optional(time),
  waiting: z.object({ count: z.int(), lastSeenAt: time }),
  url: text,
  draft: z.optional(draft),
  outcome: z.optional(outcomeSchema()),
  delivery: z.optional(deliverySchema()),
  notices: z.optional(z.array(notice)),
});

export const askPage = z.object({ asks: z.array(ask), cursor: z.optional(text), back: z.optional(text) });
export const token = z.object({
  ...{ id: text, scope: text, name: text, ask: z.optional(text), createdAt: time },
  ...{ lastUsedAt: z.optional(time), device: z.optional(text), madeFrom: z.optional(text), rights: z.optional(rights) },
});
export const refusal = z.object({
  code: text,
  message: text,
  issues: z.optional(z.array(issueSchema())),
  outcome: z.optional(outcomeSchema()),
  draft: z.optional(draft),
});
