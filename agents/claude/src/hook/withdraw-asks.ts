import { type Ask, type Outcome, toClaudeAnswers } from "@yourcall/core";
import { type HookEvent, questionTool } from "./hook-event.ts";
import { type HookMark, toHookMark, toSessionName } from "./hook-request.ts";

/** An ask as the hub lists it. */
export interface ListedAsk extends Ask {
  id: string;
  key?: string;
  createdAt: string;
  outcome?: Outcome;
}

/** What withdrawing needs from a hub. */
export interface AskList {
  list(query: { status: "pending" | "answered"; session: string; limit?: number }): Promise<{ asks: ListedAsk[] }>;
  cancel(id: string, reason?: string): Promise<unknown>;
}

/**
 * Withdraws the asks of this session that Claude no longer waits for, according to this event:
 *
 *     PostToolUse              the ask of the call, answered in Claude's own dialog
 *     Stop                     all: the turn ended, as it does after "Chat about this"
 *     any, of another prompt   asks of earlier prompts
 *
 * A subagent's ask ends only with its own call. Asks that no hook made are left alone.
 */
export async function withdrawAsks(event: HookEvent, hub: AskList): Promise<void> {
  const session = toSessionName(event.session);
  const { asks } = await hub.list({ status: "pending", session });
  const marked = asks.flatMap((ask) => {
    const mark = toHookMark(ask.metadata);
    return mark === null ? [] : [{ ask, mark }];
  });
  const gone = new Map<string, string>();
  for (const { ask, mark } of marked) if (hasEnded(mark, event)) gone.set(ask.id, "Claude went on without it.");
  if (event.name === "PostToolUse") {
    const own = await findOwn(
      event,
      marked.map(({ ask }) => ask),
      hub,
    );
    if (own !== undefined) gone.set(own.id, "Answered in Claude Code.");
  }
  // If it has just ended otherwise, that is fine too.
  await Promise.all(Array.from(gone, ([id, reason]) => hub.cancel(id, reason).catch(() => {})));
}

function hasEnded(mark: HookMark, event: HookEvent): boolean {
  if (mark.subagent !== undefined || event.subagent !== undefined) return false;
  if (event.name === "Stop") return true;
  return mark.prompt !== undefined && event.prompt !== undefined && mark.prompt !== event.prompt;
}

/**
 * The ask of the call that has run. A permission request does not name its call, so its content identifies it; of two that
 * are alike, the older. If the call was answered through another open ask, this one belongs to another call.
 */
async function findOwn(event: HookEvent, pending: ListedAsk[], hub: AskList): Promise<ListedAsk | undefined> {
  const named = pending.find(({ key }) => key !== undefined && key === event.callId);
  if (named !== undefined) return named;
  const own = pending.find((ask) => isOfCall(ask, event));
  if (own === undefined) return undefined;
  const { asks } = await hub.list({ status: "answered", session: toSessionName(event.session), limit: 20 });
  const twin = asks.some(
    (ask) => isOfCall(ask, event) && (ask.outcome?.at ?? "") >= own.createdAt && hasAnswered(ask, event),
  );
  return twin ? undefined : own;
}

function isOfCall(ask: ListedAsk, { tool, input, prompt }: HookEvent): boolean {
  const mark = toHookMark(ask.metadata);
  if (mark === null || mark.prompt !== prompt) return false;
  if (tool !== questionTool)
    return ask.approval?.tool === tool && JSON.stringify(ask.approval.input) === JSON.stringify(input);
  const asked = Array.isArray(input.questions) ? input.questions : [];
  return (
    ask.kind === "question" &&
    ask.questions.length === asked.length &&
    ask.questions.every(({ question }, index) => question === (asked[index] as { question?: unknown })?.question)
  );
}

function hasAnswered(ask: ListedAsk, { tool, response }: HookEvent): boolean {
  if (tool !== questionTool || ask.outcome?.status !== "answered") return tool !== questionTool;
  const { answers } = toClaudeAnswers(ask, ask.outcome.answers, ask.outcome.comment);
  const given = (response.answers ?? {}) as Record<string, unknown>;
  return Object.entries(answers).every(([question, value]) => given[question] === value);
}
