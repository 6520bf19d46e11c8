import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import type { Outcome } from "@yourcall/core";
import { toAlwaysRules } from "../always-rules.ts";
import { toPermission } from "../approve-tool.ts";
import { type ClaudeReply, toClaudeReply } from "../claude-reply.ts";
import type { HookEvent } from "./hook-event.ts";

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
