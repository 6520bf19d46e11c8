import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import type { Ask, KeyedRequest, Outcome } from "@yourcall/core";
import { toAlwaysRules, toPermission, toToolAsk } from "../approve-tool.ts";
import { type ClaudeReply, toClaudeReply } from "../claude-reply.ts";
import { type HookEvent, questionTool } from "./hook-event.ts";
import { type Surroundings, toApprovalRequest, toQuestionRequest } from "./hook-request.ts";
import { type AskList, withdrawAsks } from "./withdraw-asks.ts";

export interface HookOptions {
  /** Its `ask` ends, with any outcome, when Claude Code no longer waits. */
  hub: AskList & { ask(request: KeyedRequest): Promise<Outcome> };
  /** The lenient door; null for input that cannot be shown. */
  toAsk(input: unknown): Promise<Ask | null>;
  /** The context from the transcript. It must not reject. */
  look(event: HookEvent): Promise<Surroundings>;
  /** A new key for each call: a permission request names none, and no other call may find its ask. */
  createKey(): string;
  /** Whether to ask for other tools' permissions too. */
  approvals: boolean;
  /** Whether Claude Code no longer waits. */
  isGone(): boolean;
}

// Late enough not to delay an immediate answer.
const tidyAfterMs = 1000;

/**
 * A hook's reply to one event, once somebody has decided; null for no reply:
 *
 *     PermissionRequest    an ask in addition to Claude's own dialog; the first answer wins
 *     PreToolUse           the ask instead of that dialog, under the key of the call
 *     PostToolUse, Stop    no ask; withdraws asks that Claude no longer waits for
 */
export async function answerHook(event: HookEvent, options: HookOptions): Promise<HookOutput | null> {
  if (event.name === "PostToolUse" || event.name === "Stop") {
    await withdrawAsks(event, options.hub);
    return null;
  }
  const isQuestion = event.tool === questionTool;
  const key = (event.name === "PreToolUse" ? event.callId : undefined) ?? options.createKey();
  if (isQuestion) {
    const ask = await options.toAsk(event.input);
    if (ask === null) return null;
    return decide(event, options, toQuestionRequest(event, ask, await options.look(event), key), toQuestionOutput);
  }
  // Only permission requests are for a person; every other tool call is Claude's own business.
  if (event.name !== "PermissionRequest" || !options.approvals) return null;
  return decide(event, options, toApprovalRequest(event, await options.look(event), key), toApprovalOutput);
}

async function decide(
  event: HookEvent,
  { hub, isGone }: HookOptions,
  request: KeyedRequest,
  toOutput: typeof toQuestionOutput,
): Promise<HookOutput | null> {
  if (isGone()) return null;
  const tidying = setTimeout(() => void withdrawAsks(event, hub).catch(() => {}), tidyAfterMs);
  try {
    const outcome = await hub.ask(request);
    return isGone() ? null : toOutput(event, outcome);
  } finally {
    clearTimeout(tidying);
  }
}

/** What a hook prints, or replies to its request. */
export interface HookOutput {
  hookSpecificOutput: Record<string, unknown>;
}

/** The decision of a question hook; null to leave Claude's own dialog open. */
export function toQuestionOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  const reply = toClaudeReply(outcome, event.input, "hook");
  return reply === null ? null : toOutput(event, reply);
}

/** The decision of a permission hook. Only an allowing answer allows; null if nobody decided. */
export function toApprovalOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  if (outcome.status === "expired" || outcome.status === "cancelled") return null;
  const { tool, input, suggestions } = event;
  const rules = toAlwaysRules(suggestions);
  return toOutput(event, toPermission(tool, input, outcome, rules, toToolAsk(tool, input, { suggestions }, [], rules)));
}

function toOutput({ name }: HookEvent, decision: ClaudeReply | PermissionResult): HookOutput {
  if (name === "PermissionRequest") return { hookSpecificOutput: { hookEventName: name, decision } };
  const { behavior, ...rest } = decision;
  return {
    hookSpecificOutput: {
      hookEventName: name,
      permissionDecision: behavior,
      ...("message" in rest ? { permissionDecisionReason: rest.message } : rest),
    },
  };
}
