import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import type { Ask, KeyedRequest, Outcome } from "@yourcall/core";
import { toAlwaysRules, toPermission } from "../approve-tool.ts";
import { type ClaudeReply, toClaudeReply } from "../claude-reply.ts";
import { type HookEvent, questionTool } from "./hook-event.ts";
import { type Surroundings, toApprovalRequest, toQuestionRequest } from "./hook-request.ts";
import { type AskList, withdrawAsks } from "./withdraw-asks.ts";

export interface HookOptions {
  /** Its `ask` ends, with whatever outcome, when Claude Code no longer waits. */
  hub: AskList & { ask(request: KeyedRequest): Promise<Outcome> };
  /** The lenient door; null for what cannot be shown. */
  toAsk(input: unknown): Promise<Ask | null>;
  /** What the transcript tells. It must not reject. */
  look(event: HookEvent): Promise<Surroundings>;
  /** A new key for each call: a permission request names none, and no other call may find its ask. */
  createKey(): string;
  /** Whether the permissions of other tools are asked for, too. */
  approvals: boolean;
  /** Whether Claude Code no longer waits. */
  isGone(): boolean;
}

// Long after an answer that comes at once, which should not pay for it.
const tidyAfterMs = 1000;

/**
 * What a hook tells Claude Code about one event, when somebody has decided it; null to say nothing:
 *
 *     PermissionRequest    an ask beside Claude's own dialog; the first answer wins
 *     PreToolUse           the ask in place of that dialog, under the key of the call
 *     PostToolUse, Stop    nothing is asked; what no longer waits is withdrawn
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
  // Only a request for permission has a person before it; every other use of a tool is Claude's own business.
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

/** What a hook prints, or answers to its request. */
export interface HookOutput {
  hookSpecificOutput: Record<string, unknown>;
}

/** The decision of a question's hook; null where nothing may be said and Claude's own dialog stays. */
export function toQuestionOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  const reply = toClaudeReply(outcome, event.input, "hook");
  return reply === null ? null : toOutput(event, reply);
}

/** The decision of a permission's hook. Only an answer that allows allows; null where nobody decided. */
export function toApprovalOutput(event: HookEvent, outcome: Outcome): HookOutput | null {
  if (outcome.status === "expired" || outcome.status === "cancelled") return null;
  const { tool, input, suggestions } = event;
  return toOutput(event, toPermission(tool, input, outcome, toAlwaysRules(suggestions)));
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
