import type { CallToolResult } from "@modelcontextprotocol/server";
import { cleanLine, YourcallError } from "@yourcall/core";
import { withdrawAsk } from "@yourcall/core/internal";
import { limitMs, type Shared, toHolder, waitInHub } from "./ask-user.ts";
import { listOpenAsks } from "./known-asks.ts";
import type { KnownAsk, McpHub } from "./settings.ts";
import type { ToolCall } from "./tool-call.ts";
import { fromOutcome, toFailure, toResult } from "./tool-result.ts";
import { listQuestionsName, maxWaitSeconds } from "./tools.ts";

/** `get_answer`: waits for an ask that an earlier call left pending. */
export async function getAnswer(input: unknown, call: ToolCall, shared: Shared): Promise<CallToolResult> {
  const { id, wait } = (input ?? {}) as Record<string, unknown>;
  if (typeof id !== "string") return toFailure("id is missing: give the id of the question, as in ask_….");
  if (wait !== undefined && (typeof wait !== "number" || !(wait >= 0 && wait <= maxWaitSeconds)))
    return toFailure(`wait must be a number of seconds from 0 to ${maxWaitSeconds}.`);
  const taken = await takeAnswer(id, call, shared, wait === undefined ? undefined : wait * 1000);
  return taken?.result ?? noSuchQuestion(id);
}

/** An ask, and the result for it. */
export interface Taken {
  known: KnownAsk;
  result: CallToolResult;
}

/** Waits for an ask, at most as long as the call may take, and takes its outcome. Null if there is no such ask. */
export async function takeAnswer(
  id: string,
  call: ToolCall,
  shared: Shared,
  atMostMs = Number.POSITIVE_INFINITY,
): Promise<Taken | null> {
  const { settings, keeper } = shared;
  const hub = await settings.hub();
  const known = await findAsk(hub, id);
  if (known === null) return null;
  const { session = "" } = known.agent;
  keeper.hold(id, { ...toHolder(call, known.questions), session });
  const until = settings.clock.now() + Math.min(limitMs(call, settings), atMostMs);
  return { known, result: await waitInHub({ hub, ask: { ...known, kind: "question" }, known, call, shared, until }) };
}

/** `list_questions`: this client's own questions that are still open. */
export async function listQuestions(call: ToolCall, { settings, keeper }: Shared): Promise<CallToolResult> {
  const open = await listOpenAsks(await settings.hub(), call.agent.session, keeper.isHeld);
  const questions = open.map(({ id, status, questions, createdAt }) => ({
    id,
    status,
    questions: questions.map(({ question }) => question),
    askedAt: createdAt,
  }));
  const lines = questions.map(
    ({ id, status, questions }) =>
      `- ${id} (${status === "pending" ? "pending: no answer yet" : "ended: get_answer returns how"}): ${questions.map(cleanLine).join(" / ")}`,
  );
  const message =
    lines.length === 0 ? "None of your questions is open." : ["Your open questions:", ...lines].join("\n");
  return toResult(message, { questions });
}

/** `cancel_question`: withdraws one of this client's own questions. */
export async function cancelQuestion(
  input: unknown,
  call: ToolCall,
  { settings, keeper }: Shared,
): Promise<CallToolResult> {
  const { id, reason } = (input ?? {}) as Record<string, unknown>;
  if (typeof id !== "string") return toFailure("id is missing: give the id of the question, as in ask_….");
  const hub = await settings.hub();
  const known = await findAsk(hub, id);
  const { session } = call.agent;
  if (known === null || known.agent.session !== session) return noSuchQuestion(id);
  // If it has ended, the hub says how, and records that before.
  const outcome = await withdrawAsk(hub, id, { reason });
  keeper.done(id);
  return fromOutcome(hub, known, id, outcome);
}

/** Null if there is no such ask. */
export function findAsk(hub: McpHub, id: string): Promise<KnownAsk | null> {
  return hub.get(id).catch((error) => {
    if (YourcallError.isInstance(error) && error.code === "not-found") return null;
    throw error;
  });
}

function noSuchQuestion(id: string): CallToolResult {
  return toFailure(`You have no question ${cleanLine(id)}. ${listQuestionsName} lists yours.`);
}
