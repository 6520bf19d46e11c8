import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Ask, messageOf, type Outcome, toToolResult } from "@yourcall/core";
import { readAnswerPictures, toPendingText } from "@yourcall/core/internal";
import type { McpHub } from "./settings.ts";
import { getAnswerName } from "./tools.ts";

/** A result that says the same in text and in data, because each client shows its model only one of them. */
export function toResult(message: string, data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: message }], structuredContent: { ...data, message } };
}

/** The result for an ask that has ended: the words, and then the pictures, as the model sees them. */
export async function fromOutcome(
  hub: Pick<McpHub, "picture">,
  ask: Pick<Ask, "questions">,
  id: string,
  outcome: Outcome,
): Promise<CallToolResult> {
  const result = toTextResult(ask, id, outcome);
  const pictures = await readAnswerPictures(hub, outcome);
  const images = pictures.map(({ type, data }) => ({ type: "image" as const, mimeType: type, data }));
  return { ...result, content: [...result.content, ...images] };
}

function toTextResult(ask: Pick<Ask, "questions">, id: string, outcome: Outcome): CallToolResult {
  const message = toToolResult({ kind: "question", questions: ask.questions, id }, outcome);
  const { status } = outcome;
  switch (status) {
    case "answered":
      return toResult(message, { status, id, answers: outcome.answers, comment: outcome.comment });
    case "expired":
      return toResult(message, { status, id, recommended: outcome.fallback });
    case "declined":
      if (outcome.asked !== undefined) return toResult(message, { status, id, asked: outcome.asked });
      return toResult(message, { status, id, reason: outcome.reason });
    default:
      return toResult(message, { status, id, reason: outcome.reason });
  }
}

/** The result for an ask that still waits. */
export function fromPending({ id, url }: { id: string; url?: string }): CallToolResult {
  return toResult(toPendingText(id, { tool: getAnswerName, url }), { status: "pending", id, url });
}

/** A failure that the model can read and act on. It has no data that could pass for an answer. */
export function toFailure(fault: unknown, next = ""): CallToolResult {
  const text = [typeof fault === "string" ? fault : messageOf(fault), next].filter((part) => part !== "").join(" ");
  return { content: [{ type: "text", text }], isError: true };
}
