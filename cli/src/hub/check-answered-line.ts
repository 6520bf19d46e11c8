import { type Ask, type By, checkAnswers, type Outcome, parseAsk, toFallback } from "@yourcall/core";
import { answerBody, askBody, declineBody } from "@yourcall/core/wire";
import type { NewAsk } from "@yourcall/hub";

// The last time that has a year of four digits.
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The ask and the outcome in a line of answered.jsonl, checked as a hub checks what it is sent. Who acted is the person whose state
 * directory this is, whatever the line claims. Throws with the reason if the line cannot be an answer.
 */
export function checkAnsweredLine(line: unknown): { ask: NewAsk; outcome: Outcome } {
  const { id, askedAt, request, outcome } = toRecord(line);
  if (typeof id !== "string" || !/^ask_[0-9A-Z]{26,35}$/.test(id)) throw new Error("it has no id.");
  const createdAt = toTime(askedAt);
  const call = parse(askBody, request, "its question is not valid.");
  const ask = parseAsk({ kind: call.kind, questions: call.questions, metadata: call.metadata, context: call.context });
  const { agent = { name: "shell" }, onTimeout = "expire" } = call;
  return {
    ask: {
      id,
      token: "agent",
      kind: ask.kind,
      agent,
      questions: ask.questions,
      context: ask.context,
      metadata: ask.metadata,
      onTimeout,
      createdAt,
      lastSeenAt: createdAt,
    },
    outcome: toOutcome(ask, toRecord(outcome), onTimeout === "recommended"),
  };
}

function toOutcome(ask: Ask, given: Record<string, unknown>, hasFallback: boolean): Outcome {
  const at = new Date(toTime(given.at)).toISOString();
  if (given.status === "expired") return { status: "expired", at, fallback: hasFallback ? toFallback(ask) : undefined };
  const actor = toRecord(given.by);
  if (given.status === "declined") {
    const { reason, ...by } = parse(declineBody, { ...actor, reason: given.reason }, "its outcome is not valid.");
    return { status: "declined", reason, by: toBy(by), at };
  }
  if (given.status !== "answered") throw new Error("its outcome is unknown.");
  const body = { ...actor, answers: given.answers, comment: given.comment };
  const { answers, comment, ...by } = parse(answerBody, body, "its outcome is not valid.");
  const checked = checkAnswers(ask, answers);
  if ("issues" in checked) throw new Error("its answers do not fit its questions.");
  return { status: "answered", answers: checked.answers, comment, by: toBy(by), at };
}

function toBy({ surface, act, user }: Partial<By>): By {
  if (surface === undefined || act === undefined) throw new Error("it does not say who answered.");
  return { surface, act, user, token: { id: "human", scope: "human" } };
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("it is not complete.");
  return value as Record<string, unknown>;
}

function toTime(value: unknown): number {
  const time = typeof value === "string" ? Date.parse(value) : value;
  if (typeof time !== "number" || !Number.isInteger(time) || time < 0 || time > latest)
    throw new Error("it has no possible time.");
  return time;
}

interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

function parse<Value>(schema: Schema<Value>, value: unknown, fault: string): Value {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(fault);
  return result.data;
}
