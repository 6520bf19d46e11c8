import * as z from "zod/mini";
import { maxBatch } from "../limits.ts";
import { name } from "../schema-parts.ts";
import { answerBody, ask, declineBody, refusal } from "./ask-shapes.ts";

// What a hub and its clients send each other when one act of a person answers several asks that are the same.

const asks = z
  .array(name().check(z.minLength(1)))
  .check(z.minLength(1), z.maxLength(maxBatch), z.describe("The ids of the asks that the person saw in the list."));

export const batchAnswerBody = z.extend(answerBody, { asks });
export interface BatchAnswerBody extends z.output<typeof batchAnswerBody> {}

export const batchDeclineBody = z.extend(declineBody, { asks });
export interface BatchDeclineBody extends z.output<typeof batchDeclineBody> {}

export const batch = z.object({
  batch: z.string().check(z.describe("Stands in `by.batch` of every outcome of this act.")),
  results: z.array(
    z.object({
      id: z.string(),
      ask: z.optional(ask),
      refusal: z.optional(refusal.check(z.describe("Why this one was not ended by it, as if it had been sent alone."))),
    }),
  ),
});
/** What became of each ask, in the order of the request: the ask if this act ended it, a refusal otherwise. */
export interface Batch extends z.output<typeof batch> {}
