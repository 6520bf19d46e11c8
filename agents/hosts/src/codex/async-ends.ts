import type { DialogEnd } from "../follow-dialog.ts";
import { type AsyncQuestion, findReply, readReplies, toAsyncQuestions, toReplyReport } from "./async-reply.ts";
import { interrupted, wentOn } from "./ends.ts";
import type { RolloutEvent } from "./rollout.ts";

/** A question, and the turn in which it was asked. */
export interface Asked {
  turn: string;
  question: AsyncQuestion;
}

type AsyncEnd = { answer: string; text: string; client?: string } | { reason: string };

export function toDialogEnd({ question }: Asked, over: AsyncEnd): DialogEnd {
  return "reason" in over ? over : { report: toReplyReport(question, over.answer) };
}

/** How this question ends with this event; undefined if it stays open. */
export function toAsyncEnd({ turn, question }: Asked, event: RolloutEvent): AsyncEnd | undefined {
  if (event.type === "turn-interrupted" && event.turn === turn) return { reason: interrupted };
  if (event.type !== "message" || event.item.type !== "userMessage") return undefined;
  const replies = readReplies(event.item);
  // A message of another turn, which is about something else.
  if (replies === undefined) return event.turn === turn ? undefined : { reason: wentOn };
  const answer = findReply(replies.answers, question);
  if (answer === undefined) return undefined;
  const { clientId } = event.item;
  return { answer, text: replies.text, ...(typeof clientId === "string" ? { client: clientId } : {}) };
}

/** The questions that are open after these events. */
export function findOpen(events: readonly RolloutEvent[]): Asked[] {
  let open: Asked[] = [];
  for (const event of events) {
    open = open.filter((asked) => toAsyncEnd(asked, event) === undefined);
    if (event.type === "message")
      open.push(...toAsyncQuestions(event.item).map((question) => ({ turn: event.turn, question })));
  }
  return open;
}

/**
 * How this question ended according to these events; undefined if it is open.
 *
 * @param sent the text of our own message with the answer, if it was sent
 */
export function findEnd(events: readonly RolloutEvent[], asked: Asked, sent?: string): DialogEnd | undefined {
  const from = events.findIndex((event) => event.type === "message" && event.item.id === asked.question.call);
  const ends = from < 0 ? [] : events.slice(from).flatMap((event) => toAsyncEnd(asked, event) ?? []);
  if (sent !== undefined && ends.some((one) => "text" in one && one.text === sent)) return "as-sent";
  return ends[0] && toDialogEnd(asked, ends[0]);
}
