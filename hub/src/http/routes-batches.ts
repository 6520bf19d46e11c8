import * as schemas from "@yourcall/core/internal/wire";
import { answerSame, declineSame, type EndedBatch } from "../batches.ts";
import type { Caller } from "../caller.ts";
import { audienceOf, toWireText } from "../to-wire.ts";
import { type HttpContext, wireContext } from "./context.ts";
import { defineRoute, type Reply, type Route } from "./route.ts";
import { toRefusal } from "./to-refusal.ts";

/** One act of a person for several asks that are the same. */
export function batchRoutes(context: HttpContext): Route[] {
  const shared = {
    method: "POST",
    scopes: ["human"],
    right: "answer",
    description:
      "All must be the same: approvals with the same tool, input and directory, or questions that differ only in who asks. Otherwise nothing is sent. One that had ended, or that you may not answer, is refused by itself.",
    refusedAs: "invalid-answer",
    replies: { 200: { description: "What became of each", schema: schemas.batch } },
  } as const;
  return [
    defineRoute({
      ...shared,
      path: "/v1/batches/answer",
      summary: "Answer several asks that are the same",
      body: schemas.batchAnswerBody,
      handle: async ({ body, caller }) => toReply(await answerSame(context.hub, body, caller), caller),
    }),
    defineRoute({
      ...shared,
      path: "/v1/batches/decline",
      summary: "Decline several asks that are the same",
      body: schemas.batchDeclineBody,
      handle: async ({ body, caller }) => toReply(await declineSame(context.hub, body, caller), caller),
    }),
  ];

  function toReply({ batch, results }: EndedBatch, caller: Caller): Reply {
    const wire = wireContext(context, audienceOf(caller));
    const texts = results.map((result) => {
      const part =
        "record" in result
          ? `"ask":${toWireText(result.record, wire)}`
          : `"refusal":${JSON.stringify(toRefusal(result.error).body)}`;
      return `{"id":${JSON.stringify(result.id)},${part}}`;
    });
    return { status: 200, body: `{"batch":"${batch}","results":[${texts.join(",")}]}` };
  }
}
