import { sessionModes, sessionStates } from "@yourcall/client";
import { approvalSchema, askKinds, deliverySchema, maxNameLength, outcomeSchema, questionSchema } from "@yourcall/core";
import * as z from "zod/mini";

// What travels between the hub and the desk. `session-schemas.test.ts` compares it with the client's types.

const text = z.string();
const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));
const time = z.string().check(z.meta({ format: "date-time" }));

const longestMessage = 200_000;
const longestPath = 4096;
const message = z.string().check(
  z.maxLength(longestMessage, `is longer than ${longestMessage} characters`),
  z.refine((value) => value.trim() !== "", "must not be empty"),
);

export const startBody = z.strictObject({
  directory: z.string().check(z.minLength(1), z.maxLength(longestPath)),
  agent: name,
  prompt: message,
  mode: z.optional(z.enum(sessionModes)),
  model: z.optional(name),
});
export const messageBody = z.strictObject({ text: message });
export const modeBody = z.strictObject({ mode: z.enum(sessionModes) });

/** Most entries in one page of a transcript. */
export const longestPage = 500;
export const usualPage = 100;
export const transcriptQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(longestPage))),
});
export const eventsQuery = z.object({ session: z.optional(name) });

export const session = z.object({
  ...{ id: text, title: text, agent: text, cwd: text, project: text, branch: z.optional(text) },
  ...{ mode: z.enum(sessionModes), model: z.optional(text) },
  ...{ state: z.enum(sessionStates), since: time },
  ...{ asks: z.array(text), question: z.optional(text), waitingSince: z.optional(time) },
  ...{ lastLine: z.optional(text), failure: z.optional(text) },
  ...{ stoppedAt: z.optional(time), silentSince: z.optional(time), queued: z.int(), createdAt: time },
});

export const deskInfo = z.object({
  sessions: z.array(session),
  agents: z.array(z.object({ name: text, kind: z.enum(["claude", "loop", "acp"]) })),
  directories: z.array(text),
});

const place = { seq: z.int(), at: time };
export const transcriptEntry = z.union([
  z.object({ ...place, type: z.literal("message"), text, queued: z.optional(z.boolean()) }),
  z.object({ ...place, type: z.literal("text"), text, open: z.optional(z.boolean()) }),
  z.object({
    ...{ ...place, type: z.literal("reasoning"), text, open: z.optional(z.boolean()) },
    endedAt: z.optional(time),
  }),
  z.object({
    ...{ ...place, type: z.literal("tool"), call: text, name: text, input: z.unknown() },
    result: z.optional(z.object({ text, isError: z.boolean() })),
  }),
  z.object({
    ...{ ...place, type: z.literal("ask"), ask: text, kind: z.enum(askKinds) },
    questions: z.array(questionSchema()),
    approval: z.optional(approvalSchema()),
    outcome: z.optional(outcomeSchema()),
    delivery: z.optional(deliverySchema()),
  }),
  z.object({ ...place, type: z.literal("note"), tone: z.enum(["info", "failure"]), text }),
]);
export const transcriptPage = z.object({ entries: z.array(transcriptEntry), more: z.boolean() });
