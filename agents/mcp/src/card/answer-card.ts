import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Outcome, YourcallError } from "@yourcall/core";
import { isRecord, maxNameLength } from "@yourcall/core/internal";
import type { CardHub, KnownAsk, McpCard } from "../settings.ts";
import type { ToolCall } from "../tool-call.ts";
import { toFailure, toResult } from "../tool-result.ts";
import { isNonce, toNonce } from "./card.ts";

// Below the limit of every known client.
const lookMs = 20_000;

/** The key of what only the card reads in a result. */
const metaKey = "yourcall/card";

/** The result with what the card needs to show and answer the ask. */
export async function withAsk(
  result: CallToolResult,
  { id, kind, questions, context, asksAgain, thread }: KnownAsk,
  { agent }: ToolCall,
  card: McpCard,
): Promise<CallToolResult> {
  // Who asks is clear in the agent's own conversation.
  const ask = { id, kind, questions, context, asksAgain, thread };
  const given = { ask, nonce: toNonce(await card.key(), id), surface: toSurface(agent) };
  return { ...result, _meta: { ...result._meta, [metaKey]: given } };
}

/**
 * `answer_card`: sends what the person did in the card. Without answers or a refusal it waits a little for the end of the ask, so that
 * an answer given on another screen closes the card. Neither takes the outcome: that is for the agent.
 */
export async function answerCard(input: unknown, call: ToolCall, card: McpCard): Promise<CallToolResult> {
  const { id, nonce, answers, decline, ...rest } = isRecord(input) ? input : {};
  if (typeof id !== "string" || typeof nonce !== "string" || !isNonce(await card.key(), id, nonce))
    return refuse("This can only be done in the card that shows the question.");
  const hub = await card.hub();
  const known = await find(hub, id);
  if (known === null) return refuse("The question no longer exists.");
  // Anything in the client's process could send what the card sends.
  if (known.kind !== "question") return refuse("An approval cannot be given in a conversation.");
  const isAwaited = known.waiting.count > 0;
  const by = { surface: toSurface(call.agent), act: rest.act === "click" ? ("click" as const) : ("submit" as const) };
  try {
    if (isRecord(decline))
      await hub.decline(id, { ...by, reason: toText(decline.reason), asked: toText(decline.asked) });
    else if (answers !== undefined)
      await hub.answer(id, { ...by, answers: answers as never, comment: toText(rest.comment) });
    else return toState(await hub.wait(id, { signal: call.signal, timeoutMs: lookMs }));
  } catch (error) {
    if (!YourcallError.isInstance(error) || error.code !== "already-ended") throw error;
    return toState((await hub.get(id)).outcome ?? null);
  }
  return toState((await hub.get(id)).outcome ?? null, { isAccepted: true, isAwaited });
}

function find(hub: CardHub, id: string): Promise<KnownAsk | null> {
  return hub.get(id).catch((error) => {
    if (YourcallError.isInstance(error) && error.code === "not-found") return null;
    throw error;
  });
}

/** Where the person answered. The client gives its name itself. */
function toSurface({ name, title = name }: ToolCall["agent"]): string {
  const place = " (card)";
  return `${title.slice(0, maxNameLength - place.length)}${place}`;
}

function toText(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}

function toState(outcome: Outcome | null, accepted: object = {}): CallToolResult {
  if (outcome === null) return toResult("Nobody has answered yet.", { status: "pending" });
  return toResult(`The question is ${outcome.status}.`, { status: "ended", outcome, ...accepted });
}

/** A refusal for good: the card does not try again. */
function refuse(why: string): CallToolResult {
  return { ...toFailure(why), structuredContent: { status: "refused", message: why } };
}
